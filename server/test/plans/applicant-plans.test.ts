import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asOrganization, asWorker } from '../../src/db/scope.ts';
import { selectGroupsToOffer } from '../../src/features/offers/queries.ts';
import { goRound } from '../../src/features/offers/round.ts';
import { applicantAt } from '../applicants/applicant.ts';
import { createPublicSite } from '../applicants/public-site.ts';
import { until } from '../until.ts';
import { expectFew, explain, pagesOf } from './explain.ts';
import { addManyRows, referenceOf } from './many-rows.ts';

/**
 * As in `plans.test.ts`: pages that are read are counted at 100 000 participants, each with a mail, a change, a payment and a
 * mail about their changes; each of 19 groups has 5 000, a tenth of whom wait.
 */
const PEOPLE = 100_000;
const GROUPS = 19;
const FEW = 300;
const tables = ['participants', 'mails', 'payments', 'participant_changes', 'mail_people'];

let pages: Awaited<ReturnType<typeof createPublicSite>>;
let organization_id: string;
let group_id: string;
let me: Awaited<ReturnType<typeof applicantAt>>;
let reference: string;

const address = 'mama777@posta.test';

beforeAll(async () => {
  pages = await createPublicSite();
  const { site } = pages;
  const { factories } = site;
  organization_id = (await factories.organization()).id;
  const groups = await Promise.all(
    Array.from({ length: GROUPS }, () =>
      factories.group({ organization_id, capacity: PEOPLE, offer_mode: 'automatic' }),
    ),
  );
  group_id = groups[0]?.id ?? '';
  await addManyRows(site.owner, { tables }, async (client) => {
    // addresses have two each; of who waits a tenth has an offer, and a tenth let one pass
    await client.query(
      `insert into participants (organization_id, group_id, name, email, status, reference, language, application_date,
         offered_at, offer_no, offer_until, offer_paused_at)
       select $1, ($2::uuid[])[1 + i / 10 % ${GROUPS}], 'Maja Novak ' || i, 'mama' || i % ${PEOPLE / 2} || '@posta.test',
         case when i % 10 = 7 then 'waitlisted' else 'approved' end, ${referenceOf('i')}, 'sl',
         now() - interval '1 year' + i * interval '1 minute',
         case when i % 100 in (7, 17) then now() end, (i % 100 in (7, 17))::integer,
         case when i % 100 = 7 then now() + interval '2 days' end, case when i % 100 = 17 then now() end
       from generate_series(1, ${PEOPLE}) i`,
      [organization_id, groups.map(({ id }) => id)],
    );
    for (const [type, kind] of [
      ['application_confirmation', 'applicant'],
      ['application_changed', 'staff'],
    ])
      await client.query(
        `insert into mails (organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language, state, sent_at)
         select organization_id, group_id, id, $2, $3, case when $3 = 'applicant' then email else 'urad@posta.test' end, 'sl', 'sent', now()
         from participants where organization_id = $1`,
        [organization_id, type, kind],
      );
    await client.query(
      `insert into mail_people (organization_id, mail_id, participant_id)
       select organization_id, id, participant_id from mails where organization_id = $1 and recipient_kind = 'staff'`,
      [organization_id],
    );
    await client.query(
      `insert into participant_changes (organization_id, participant_id, kind, by, changes, created_at)
       select organization_id, id, 'changed', 'applicant', '[{"field": "notes", "from": "", "to": "x"}]', now() - interval '1 day'
       from participants where organization_id = $1`,
      [organization_id],
    );
    await client.query(
      `insert into payments (organization_id, group_id, participant_id, amount, status, expiration_date)
       select organization_id, group_id, id, 10, 'pending', current_date + 9 from participants where organization_id = $1`,
      [organization_id],
    );
  });
  await site.rows('select app.recount_groups()');
  await until(async () => {
    await site.rows(`vacuum analyze ${tables.join(', ')}`);
    const hidden = await site.rows(
      'select relname from pg_class where relname = any ($1) and relallvisible < 0.9 * relpages',
      [tables],
    );
    expect(hidden).toEqual([]);
  });
  me = await applicantAt(pages, { organization_id, address });
  const [row] = await site.rows<{ reference: string }>(
    `select reference from participants where organization_id = $1 and email = $2 and status = 'waitlisted' order by id limit 1`,
    [organization_id, address],
  );
  reference = row?.reference ?? '';
});
afterAll(() => pages.close());

/** A request that must be answered with a status, as `explain` takes it. */
const answering = (request: () => Promise<{ status: number }>, expected: number) => async () => {
  expect((await request()).status).toBe(expected);
  return { status: 200 };
};

describe('the page of an applicant reads few pages', () => {
  test.each(['', '/edit', '/withdraw', '/another'])('when it is opened: %s', async (view) => {
    const look = answering(() => pages.open(`${me.base}/${reference}${view}`), 200);
    expectFew(await explain(pages.site.pools.system, look, { scoped: false }), FEW, tables);
  });

  test.each([
    ['what was corrected is saved, and told', { notes: 'Pridemo pozneje.', news: 'no' }],
    ['an address is asked for that others have', { email: 'mama778@posta.test' }],
  ])('when %s', async (_, change) => {
    const form = await me.form(reference, 'save', 'edit');
    const send = answering(() => form.send(change), 303);
    expectFew(await explain(pages.site.pools.api, send), FEW, tables);
  });
});

test('what an applicant changed is told: of a group, the mail that waits is found among ten thousand', async () => {
  const client = await pages.site.pools.api.connect();
  try {
    await client.query('begin');
    await client.query('select app.enter_applicant($1, $2)', [organization_id, address]);
    await client.query(`update participants set notes = 'x' where organization_id = $1 and reference = $2`, [
      ...[organization_id, reference],
    ]);
    for (const mails of ['written', 'added to']) {
      const pages = await pagesOf(client, 'select app.tell_applicant_changes($1)', [address]);
      expect([mails, pages < 1000]).toEqual([mails, true]);
    }
    const told = await client.query(
      `select from mails where organization_id = $1 and email_type = 'application_changed' and state = 'queued'`,
      [organization_id],
    );
    expect(told.rowCount).toBe(2);
  } finally {
    await client.query('rollback');
    client.release();
  }
});

describe('a round of offers reads few pages', () => {
  /** Each open offer is looked at: whether its half is over, and its mail had left. */
  const OFFERS = PEOPLE / 100;

  test('when it looks for groups: those that offer by themselves, and each open offer', async () => {
    const { system } = pages.site.pools;
    const look = async () => {
      expect(await asWorker(system, selectGroupsToOffer)).not.toEqual([]);
      return { status: 200 };
    };
    expectFew(await explain(system, look, { scoped: false }), 10 * OFFERS, tables);
  });

  test('in a group: of its queue the first, and its open offers', async () => {
    const { api } = pages.site.pools;
    const go = async () => {
      const { offered } = await asOrganization(api, organization_id, (reader) => goRound(reader, group_id));
      expect(offered).toHaveLength(50);
      return { status: 200 };
    };
    const read = await explain(api, go);
    const isWriting = ({ text }: { text: string }) => text.includes('app.write_offer_mails');
    expectFew(
      read.filter((one) => !isWriting(one)),
      40 * 50,
      tables,
    );
    // each mail is a row of two tables with all their indexes; those that wait already are not gone through for each person
    expectFew(read.filter(isWriting), 120 * 50, tables);
  });
});
