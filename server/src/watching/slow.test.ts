import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { limitsEnd } from '../../test/clock.ts';
import { withCause } from '../cause.ts';
import { statementName } from '../db/connection/watched-client.ts';
import {
  asAccount,
  asOrganization,
  asUpkeep,
  asVisitor,
  type Demand,
  type Transaction,
} from '../db/scope.ts';
import { logSlow } from './slow.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ variables: { SLOW_STATEMENT_MS: '0' } });
});
afterAll(() => site.close());

type Line = { message: string; details: Record<string, unknown> };

/** What is logged during a test, from so many milliseconds on. */
function linesFrom(limit: number): Line[] {
  const lines: Line[] = [];
  const note = (details: object, message: string) => void lines.push({ message, details: { ...details } });
  onTestFinished(logSlow({ warn: note, error: note }, limit));
  return lines;
}

test('a slow statement is logged by its name, with what caused it and without what people wrote', async () => {
  const { id: organization_id } = await site.factories.organization();
  const member = await site.factories.member({ organization_id });
  await site.rows(
    'create policy slow on locations as restrictive for select to app_api using (pg_sleep(0.05) is not null)',
  );
  await site.factories.location({
    organization_id,
    name: 'Dvorana Ane Kovač',
  });
  const lines = linesFrom(40);
  const answer = await site
    .as(member)
    .get('/locations?search=kova%C4%8D', { 'x-request-id': 'request-of-ana' });
  expect(answer.status).toBe(200);
  const [line] = lines.filter(({ details }) => String(details.statement).startsWith('select_locations_'));
  expect(line).toEqual({
    message: 'slow statement',
    details: {
      request_id: 'request-of-ana',
      ...{ statement: expect.stringMatching(/^select_locations_[0-9a-f]{8}$/), rows: 1, kind: 'staff' },
      text: expect.stringContaining('from "locations" where'),
      ms: expect.any(Number),
      organization_id,
    },
  });
  expect(Number(line?.details.ms)).toBeGreaterThanOrEqual(45);
  expect(JSON.stringify(lines)).not.toMatch(/kova/i);
});

test('a transaction that is held long is logged, and a statement that fails tells its code', async () => {
  const lines = linesFrom(5);
  const { id: organization_id } = await site.factories.organization();
  const failing = asOrganization(site.pools.api, organization_id, ({ tx }) =>
    tx.execute(sql`select 1 / (pg_sleep(0.05) is null)::integer`),
  );
  await expect(failing).rejects.toThrow();
  expect(lines).toContainEqual({
    message: 'slow statement',
    details: expect.objectContaining({
      statement: expect.stringMatching(/^select_/),
      code: '22012',
      organization_id,
    }),
  });
  const its = { kind: 'staff', organization_id, ms: expect.any(Number) };
  expect(lines).toContainEqual({ message: 'transaction held long', details: its });
});

test('statements last only as long as what they are for may', async () => {
  const { id: organization_id } = await site.factories.organization();
  const limits = { statement: '', idle: '' };
  const look = async ({ tx }: { tx: Transaction }) => {
    const { rows } = await tx.execute<typeof limits>(sql`
      select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`);
    return Object.values(rows[0] ?? limits).join(' ');
  };
  const { api, public: visitors, system } = site.pools;
  const asStaff = () => asOrganization(api, organization_id, look);
  expect(await asVisitor(visitors, organization_id, false, look)).toBe('10s 30s');
  expect(await asStaff()).toBe('25s 30s');
  expect(await withCause({ queue: 'bulk' }, asStaff)).toBe('2min 30s');
  const { id } = await site.factories.member({ organization_id });
  const archiving: Demand = {
    ...{ rank: 1, organization: true, writes: false, snapshot: true, whilePasswordChangeRequired: false },
    kind: 'archive',
  };
  expect(await asAccount(api, { accountId: id, signInId: null }, null, archiving, look)).toBe('10min 11min');
  const { rows } = await asUpkeep(system, `select current_setting('statement_timeout') as its`);
  expect(rows).toEqual([{ its: '10min' }]);
  // nothing stays behind on the connection
  expect(await asStaff()).toBe('25s 30s');
});

if (limitsEnd)
  test('a statement of a visitor that is too slow ends, and they are told to come again', async () => {
    const { id: organization_id } = await site.factories.organization();
    const visitors = site.pools.public;
    await expect(
      asVisitor(visitors, organization_id, false, ({ tx }) =>
        tx
          .execute(sql`select set_config('statement_timeout', '20ms', true)`)
          .then(() => tx.execute(sql`select pg_sleep(5)`)),
      ),
    ).rejects.toMatchObject({ cause: { code: '57014' } });
  });

test('names of statements are the same everywhere, and hold no literal', () => {
  const name = (text: string, its?: string) => statementName({ text, name: its });
  expect(name('select "id" from "participants" where "email" = $1', 'q17')).toMatch(
    /^select_participants_\w{8}$/,
  );
  expect(name(`update mails set state = 'sent', attempts = 17`)).toBe(
    name(`update mails\n  set state = 'it''s',  attempts = 4`),
  );
  expect(name('update mails set state = $1')).not.toBe(name('update mails set state = $2'));
  expect(name('select * from app.enter($1, $2, $3)', 'enter')).toBe('enter');
  expect(name('select app.write_reminders($1)')).toMatch(/^select_write_reminders_\w{8}$/);
  expect(name(`begin; set local app.cause = 'request-of-ana'`)).toBe('begin');
  expect(name('declare "rows_ab12" cursor for select 1')).toBe('declare');
});
