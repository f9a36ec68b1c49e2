import { participantStatuses } from '@vpisnik/contract/participants';
import { emailTypes } from '@vpisnik/contract/rules/email-types';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { starterFormFields } from '../features/organizations/starter.ts';
import { verifyPassword } from '../identity/accounts/passwords.ts';
import { calendarOf } from './days.ts';
import { demoAccounts, demoPassword, seedDemo } from './seed.ts';

let app: TestApp;
let filled: boolean;
beforeAll(async () => {
  app = await createTestApp();
  filled = await seedDemo({ databaseUrl: app.env.databaseUrl });
});
afterAll(() => app.close());

/** Calls as the account with this address. */
async function as(email: string, acting?: string) {
  const [account] = await app.rows<{ id: string }>('select id from accounts where email = $1', [email]);
  if (!account) throw new Error(`There is no ${email}`);
  return app.as(account, acting);
}

describe('the demo', () => {
  it('fills an empty database once', async () => {
    expect(filled).toBe(true);
    expect(await seedDemo({ databaseUrl: app.env.databaseUrl })).toBe(false);
    const names = await app.rows('select name from organizations order by name');
    expect(names).toEqual([{ name: 'NK Zmaj' }, { name: 'Plesna šola Zvezda' }]);
  });

  it.each(['postgres://owner@db.example.com/vpisnik', 'postgres://127.0.0.1/vpisnik?host=db.example.com'])(
    'stays away from %s',
    async (databaseUrl) => {
      await expect(seedDemo({ databaseUrl })).rejects.toThrow('on this machine, not on db.example.com');
    },
  );

  it('has the sign-ins that are printed, each with its role', async () => {
    expect(demoAccounts.map((account) => account.email).sort()).toEqual([
      'admin@vpisnik.test',
      'editor@zvezda.test',
      'group-admin@zvezda.test',
      'owner@zmaj.test',
      'owner@zvezda.test',
      'viewer@zvezda.test',
    ]);
    const [owner] = await app.rows<{ password_hash: string }>(
      `select password_hash from accounts where email = 'owner@zvezda.test'`,
    );
    expect(await verifyPassword(owner?.password_hash, demoPassword, 'known')).toBe(true);
    const roles = await Promise.all(
      demoAccounts.map(async ({ email }) => (await (await as(email)).api.users.me()).role),
    );
    expect(new Set(roles)).toEqual(
      new Set(['ADMIN', 'ORGANIZATION_ADMIN', 'GROUP_ADMIN', 'GROUP_EDITOR_USER', 'GROUP_VIEWER_USER']),
    );
  });

  it('shows groups as the design does, in every state of enrolment', async () => {
    const { api } = await as('owner@zvezda.test');
    const { results, total } = await api.groups.list({ query: { with_total: 'true' } });
    expect(total).toBe(19);
    const of = (label: string) => results.find((group) => group.label === label);
    expect(of('jazz-za-odrasle')).toMatchObject({ places: 18, taken: 18, waiting: 4, enrolment: 'waitlist' });
    expect(of('otroski-balet-1')).toMatchObject({ places: 14, taken: 12, waiting: 3, enrolment: 'waitlist' });
    expect(of('hip-hop-mladi')).toMatchObject({ places: 20, taken: 13, pending: 1, enrolment: 'open' });
    expect(of('moderni-ples-za-najstnike')).toMatchObject({
      places: 16,
      taken: 14,
      pending: 2,
      leaders: [{ name: 'Katja Šega' }, { name: 'Nina Bergant' }],
    });
    expect(of('salsa-za-pare')).toMatchObject({ taken: 0, enrolment: 'not_yet' });
    expect(of('stepanje')).toMatchObject({ leaders: [], enrolment: 'closed' });
    expect(of('hip-hop-zacetniki')).toMatchObject({ enrolment: 'full' });
    expect(of('delavnica-swinga')).toMatchObject({ enrolment: 'ended' });
    expect(of('pilates-za-plesalce')).toMatchObject({ places: null, languages: ['sl'] });
  });

  it('has offers of places that are open, and one that has passed', async () => {
    const { api } = await as('owner@zmaj.test');
    const offered = async (offer: 'open' | 'passed') =>
      (await api.participants.list({ query: { offer: [offer], sort: 'name' } })).results;
    const open = await offered('open');
    expect(open.map(({ name }) => name)).toEqual(['Maks Zorman', 'Tian Zorman']);
    expect(new Set(open.map(({ offer_tie }) => offer_tie)).size).toBe(1);
    expect((await offered('passed')).map(({ name }) => name)).toEqual(['Vid Hočevar']);
  });

  it('has weeks in which something is cancelled, moved and added, and closed days to come', async () => {
    const { api } = await as('owner@zvezda.test');
    const { day, weekday } = calendarOf();
    const states = async (weeks: number) => {
      const query = { from: weekday(weeks, 'monday'), to: weekday(weeks, 'sunday') };
      return new Set((await api.sessions.list({ query })).results.map(({ state }) => state));
    };
    expect(await states(0)).toEqual(new Set([...(await states(0)), 'cancelled', 'moved']));
    expect(await states(1)).toEqual(new Set([...(await states(1)), 'cancelled', 'moved', 'added']));
    const { results } = await api.closures.list({ query: { from: day(0), to: day(364) } });
    expect(new Set(results.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(2);
    expect(results).toContainEqual(
      expect.objectContaining({ kind: 'own', start_date: weekday(3, 'friday') }),
    );
  });

  it('keeps to the rules of the product: every group can be saved and published as it is', async () => {
    for (const email of ['owner@zvezda.test', 'owner@zmaj.test']) {
      const { api } = await as(email);
      for (const { id } of (await api.groups.list({ query: { limit: 200 } })).results) {
        const { version, fields, schedule, leader_ids } = await api.groups.get({ params: { id } });
        await api.groups.update({
          params: { id },
          body: { version, fields: fields as never, schedule, leader_ids },
        });
      }
    }
  });

  it('has people in every status, payments in every state, and mails', async () => {
    for (const name of ['Plesna šola Zvezda', 'NK Zmaj']) {
      const distinct = async (table: string) => {
        const rows = await app.rows<{ status: string }>(
          `select distinct status from ${table} join organizations o on o.id = organization_id where o.name = $1`,
          [name],
        );
        return rows.map((row) => row.status).sort();
      };
      expect(await distinct('participants')).toEqual([...participantStatuses].sort());
      expect(await distinct('payments')).toEqual([
        'cancelled',
        'completed',
        'expired',
        'failed',
        'pending',
        'refunded',
      ]);
    }
    expect(await app.rows(`select 1 from mails where state <> 'sent'`)).toEqual([]);
    expect(await app.rows('select 1 from participants where application_date > now()')).toEqual([]);
    const [spela] = await app.rows(`select answers from participants where name = 'Špela Žnidaršič'`);
    expect(spela?.answers).toContainEqual(
      expect.objectContaining({ label: 'date-of-birth', name: 'Datum rojstva', value: '2012-03-04' }),
    );
  });

  it('fills the calendar of any week', async () => {
    const { api } = await as('viewer@zvezda.test');
    const { day } = calendarOf();
    const query = { from: day(0), to: day(6) };
    expect((await api.sessions.list({ query })).results.length).toBeGreaterThan(15);
  });

  it('limits the editor to his groups', async () => {
    const { api } = await as('editor@zvezda.test');
    expect((await api.groups.list()).results.map((group) => group.label)).toEqual([
      'breakdance',
      'hip-hop-mladi',
      'hip-hop-zacetniki',
    ]);
  });

  it('gives a new organisation system templates and starter fields', async () => {
    const counts = await app.rows(
      `select o.name, (select count(*)::integer from notification_templates t where t.organization_id = o.id) as templates,
        (select count(*)::integer from form_fields f where f.organization_id = o.id and position < 100) as fields
      from organizations o order by o.name`,
    );
    const fields = starterFormFields.length;
    const templates = emailTypes.length;
    expect(counts).toEqual([
      { name: 'NK Zmaj', templates, fields },
      { name: 'Plesna šola Zvezda', templates, fields },
    ]);
  });
});
