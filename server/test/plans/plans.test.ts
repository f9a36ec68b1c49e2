import type { Selection } from '@vpisnik/contract/bulk-jobs';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asAccount, type Scope } from '../../src/db/scope.ts';
import { message } from '../../src/features/bulk-jobs/kinds/message.ts';
import { createPlaces } from '../../src/features/bulk-jobs/places.ts';
import { selectNextRows } from '../../src/features/bulk-jobs/queries.ts';
import { type Caller, createTestApp, type TestApp } from '../app.ts';
import { until } from '../until.ts';
import { expectFew, explain, pagesOf } from './explain.ts';
import { addManyRows, addSmallOrganizations, referenceOf } from './many-rows.ts';

// fixed days: pages are counted for spans of that length, whenever they are

/**
 * The statements that requests really send are explained at 100 000 participants, as the role and in the scope that
 * they run in. Pages that were read are counted, also those read inside functions: unlike times they are the same on
 * a busy machine. The table alone has several thousand of them.
 */
const FEW = 400;
/** A search also reads the index's lists of where each part of a word occurs. */
const MATCHES = 2000;

let site: TestApp;
let organization_id: string;
let staff: Caller;
let member: { id: string };
let groups: { id: string; category_id: string }[];
let someone: { id: string };
let hall: { id: string };
let full: { id: string; category_id: string };
let asked: { field: string; tick: string };

beforeAll(async () => {
  site = await createTestApp({ variables: { LOG_LEVEL: 'error' } });
  const { factories } = site;
  organization_id = (await factories.organization()).id;
  member = await factories.member({ organization_id });
  staff = site.as(member);
  hall = await factories.location({ organization_id, max_participants: 60 });
  const categories = await Promise.all([1, 2, 3, 4].map(() => factories.category({ organization_id })));
  groups = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      factories.group({
        organization_id,
        category_id: categories[index % 4]?.id ?? '',
        location_id: hall.id,
        name: { sl: `Plesna skupina ${index}`, en: `Dance group ${index}` },
        ...(index % 2 === 0 && { age_from: 5, age_to: 18 }),
      }),
    ),
  );
  full = groups[0] ?? { id: '', category_id: '' };
  const fieldOf = async (type: string) => (await factories.formField({ organization_id, type })).id;
  asked = { field: await fieldOf('single_choice'), tick: await fieldOf('checkbox') };
  const other = await factories.group();
  const tables = ['participants', 'payments', 'participant_changes', 'participant_notes', 'mail_choices'];
  const kept = ['participants_date', 'participants_queue', 'participants_answered'];
  await addManyRows(site.owner, { tables, kept }, async (client) => {
    await fill(client, organization_id, groups, 100_000);
    await ask(client);
    await fill(client, other.organization_id, [other], 5_000);
    await client.query(
      `insert into participant_changes (organization_id, participant_id, kind, by, actor, changes)
       select organization_id, id, 'changed', 'staff', 'Nina', '[{"field": "status", "from": "pending", "to": "approved"}]'
       from participants`,
    );
    await client.query(
      'insert into participant_notes (organization_id, participant_id, text) select organization_id, id, name from participants',
    );
    await client.query(
      `insert into mail_choices (organization_id, address, kind, wanted, how)
       select distinct organization_id, lower(email), 'news', false, 'page' from participants where email is not null`,
    );
  });
  await site.rows('select app.recount_groups()');
  await until(() => vacuumed());
  const rows = await site.rows<{ id: string }>(
    `select id from participants where organization_id = $1 and email = 'ana.novak7@example.com' limit 1`,
    [organization_id],
  );
  someone = rows[0] ?? { id: '' };
});
afterAll(() => site.close());

/**
 * Participants of every status over three years, most of them approved; 500 wait in every tenth group. Half are reached by a
 * guardian. The first ones alone applied by themselves, and in English: the latest first, they are found last. Of those who
 * wait every fifth has an offer, and of every fifth one has passed.
 */
async function fill(
  client: pg.PoolClient,
  organization: string,
  into: { id: string }[],
  count: number,
): Promise<void> {
  await client.query(
    `insert into participants (organization_id, group_id, name, email, phone, answers, status, application_date, reference, language, privacy_version,
       offered_at, offer_no, offer_until, offer_paused_at)
     select $1, ($2::uuid[])[1 + i % cardinality($2::uuid[])],
       (array['Ana', 'Žiga', 'Črt', 'Maja', 'Luka', 'Šime', 'Eva'])[1 + i % 7] || ' '
         || (array['Novak', 'Kovač', 'Čuk', 'Žnidaršič', 'Zupan'])[1 + i % 5] || ' ' || i,
       'ana.novak' || i % 50000 || '@example.com',
       case when i % 2 = 1 then '031 ' || to_char(i, 'FM000 000') end,
       case when i % 2 = 1 then '[]' else jsonb_build_array(jsonb_build_object(
         'field_id', ($2::uuid[])[1], 'label', null, 'name', 'Telefon skrbnika', 'type', 'phone_number', 'sensitive', false,
         'value', '+386 40 ' || to_char(i, 'FM000 000'), 'text', '+386 40 ' || to_char(i, 'FM000 000'), 'purpose', 'guardian_phone', 'form_field_id', null
       )) end
       || case when i % 10 = 4 then jsonb_build_array(jsonb_build_object(
         'field_id', $4::text, 'form_field_id', $4::text, 'label', null, 'name', 'Izkušnje', 'type', 'single_choice', 'sensitive', false,
         'value', case when i % 1000 = 4 then 'rare' else 'usual' end, 'text', ''
       ), jsonb_build_object(
         'field_id', ($2::uuid[])[1], 'label', null, 'name', 'Rojstvo', 'type', 'date', 'sensitive', false, 'purpose', 'date_of_birth',
         'form_field_id', null, 'value', '', 'text', (current_date - 6900 + i % 5000)::text
       )) else '[]' end,
       case when i % 10 = 0 then 'waitlisted' when i % 10 = 1 then 'rejected' when i % 100 = 2 then 'pending' else 'approved' end,
       timestamptz '2024-01-01' + i * interval '15 minutes', ${referenceOf('i')}, case when i < 300 then 'en' else 'sl' end, case when i < 300 then '2024-01-01' end,
       case when i % 50 in (0, 10) then now() end, (i % 50 in (0, 10))::integer,
       case when i % 50 = 0 then now() + interval '2 days' end, case when i % 50 = 10 then now() end
     from generate_series(1, $3) i`,
    [organization, into.map(({ id }) => id), count, asked.field],
  );
}

/** Asks in every tenth group, where all have answered, for the field as required, and for the tick. */
async function ask(client: pg.PoolClient): Promise<void> {
  await client.query(
    `insert into group_fields (organization_id, group_id, position, form_field_id, widget, required, created_at)
     select $1, (($2::uuid[])[i]), 0, field, 'radio', field = $3, '2020-01-01'
     from generate_series(5, 200, 10) i, unnest(array[$3, $4]::uuid[]) field`,
    [organization_id, groups.map(({ id }) => id), asked.field, asked.tick],
  );
  await client.query(
    `insert into payments (organization_id, group_id, participant_id, amount, status, expiration_date)
     select organization_id, group_id, id, 10, 'pending', date '2199-01-01' - (case place % 1000 when 0 then 99999 else 0 end)
     from (select *, row_number() over (order by reference) as place from participants where organization_id = $1) as each
     where place % 10 = 0`,
    [organization_id],
  );
}

/** Vacuums a table, or all of them, as autovacuum does in time; an open snapshot of another session can prevent that. */
async function vacuumed(name = ''): Promise<void> {
  await site.rows(`vacuum analyze ${name}`);
  const [table] = await site.rows<{ done: boolean }>(
    'select relallvisible > 0.9 * relpages as done from pg_class where relname = $1',
    [name || 'participants'],
  );
  if (!table?.done) throw new Error('The table still holds rows that somebody may not see');
}

describe('the staff read few pages', () => {
  const read = (path: string, caller = staff) => explain(site.pools.api, () => caller.get(path));

  test.each([
    'sort=-application_date',
    'sort=application_date',
    'sort=name',
    'sort=-name',
    'status=pending',
    'status=pending&status=waitlisted',
    'search=novak',
    'search=nobodyhasthis',
    'search=znidarsic%2099999',
    'search=ana%20novak7%40example.com',
    'search=zig%20cuk%20555',
    'search=%2B386%2031%20012%20345',
    'search=0038640012346',
    'search=041%20999',
    'applied_from=2025-05-01&applied_to=2025-05-02&sort=application_date',
  ])('of /participants?%s', async (query) => {
    expectFew(await read(`/participants?limit=50&${query}`), query.startsWith('search') ? MATCHES : FEW);
  });

  test('of what filters leave, of groups, ages and answers, also with the total', async () => {
    const { field, tick } = asked;
    for (const query of [
      `category_id=${full.category_id}&sort=name`,
      'period=past',
      `answer=${field}:rare&sort=name`,
      `answer=${field}:!`,
      `answer=${tick}:true`,
      'age_from=7',
      `answer=${field}:rare&category_id=${full.category_id}&status=approved&language=sl`,
      'age_from=7&age_to=7&age_on=2026-09-01',
      'look=mail_failed',
      'look=reapplied',
      'look=mail_failed&look=reapplied&status=pending',
      `with_answers=${field}`,
      'language=en',
      'language=en&status=approved&sort=group',
      'source=applied&sort=name',
      `answer=${tick}:false`,
      'look=outside_age',
      'look=duplicate',
      'look=outside_age&look=reapplied&sort=name',
      'offer=open&offer=passed',
      'overdue=true',
    ])
      expectFew(await read(`/participants?limit=50&${query}`), MATCHES);
    const [table] = await site.rows<{ pages: number }>(
      `select relpages as pages from pg_class where relname = 'participants'`,
    );
    // at worst the table is read, once for the page and once for the total
    const whole = 2 * (table?.pages ?? 0);
    for (const query of [
      `answer=${field}:usual`,
      `answer=${field}:usual&answer=${field}:rare&sort=name`,
      `answer=${tick}:!`,
      'look=incomplete',
      'look=incomplete&look=outside_age',
    ])
      for (const { pages } of await read(`/participants?limit=50&with_total=true&${query}`))
        expect(pages, query).toBeLessThan(whole);
    for (const query of [
      `answer=${field}:rare`,
      'look=duplicate',
      'language=en',
      'source=added&language=sl&status=approved',
      `answer=${tick}:false`,
      'look=outside_age',
      'overdue=true',
    ])
      expectFew(await read(`/participants?limit=50&with_total=true&${query}`), MATCHES);
  });

  test('in every order, on the first page and on later ones', async () => {
    for (const sort of [
      'status',
      '-status',
      'age',
      '-age',
      'waiting_position',
      '-waiting_position',
      'group',
      '-group',
    ]) {
      expectFew(await read(`/participants?sort=${sort}`), FEW);
      const first = await staff.get<{ last_id: string }>(`/participants?limit=150&sort=${sort}`);
      expectFew(await read(`/participants?sort=${sort}&last_id=${first.body.last_id}`), MATCHES);
    }
    for (const sort of ['-application_date', 'name', 'status', 'age', 'waiting_position', 'group'])
      for (const filter of ['', '&status=approved&language=sl'])
        expectFew(
          await read(`/participants?limit=1&sort=${sort}${filter}&neighbours_of=${someone.id}`),
          MATCHES,
        );
  });

  test('of the second page as of the first', async () => {
    for (const sort of ['-application_date', 'name']) {
      const first = await staff.get<{ last_id: string }>(`/participants?sort=${sort}`);
      expectFew(await read(`/participants?sort=${sort}&last_id=${first.body.last_id}`), FEW);
    }
  });

  test('of a group, of its roster searched, and of one participant', async () => {
    expectFew(await read(`/groups/${full.id}/participants?sort=name`), 800);
    expectFew(await read(`/groups/${full.id}/participants?status=waitlisted&sort=application_date`), FEW);
    expectFew(await read(`/groups/${full.id}/participants?search=novak%20701`), MATCHES);
    expectFew(await read(`/participants/${someone.id}`), 150);
    for (const records of ['history', 'notes', 'payments'])
      expectFew(await read(`/participants/${someone.id}/${records}?with_total=true`), 150);
    expectFew(await read(`/participants/${someone.id}/same-person`), FEW);
    expectFew(await read(`/participants/${someone.id}/family`), 150);
    expectFew(await read(`/participants/counts?group_id=${full.id}`), 150);
    expectFew(await read(`/groups/${full.id}/answers`), 800);
  });

  test('of a page of groups with five hundred people each', async () => {
    expectFew(await read('/groups?limit=100'), 4000);
  });

  test('of the groups that ask a field, of which 20 000 groups ask one', async () => {
    const { factories } = site;
    const { organization_id, category_id } = await factories.group();
    const admin = site.as(await factories.member({ role: 'ADMIN' }), organization_id);
    const fields = [
      await factories.formField({ organization_id }),
      await factories.formField({ organization_id }),
    ];
    await site.rows(
      `with added as (
         insert into groups (organization_id, label, name, languages, category_id)
         select $1, 'many-' || i, jsonb_build_object('sl', 'Skupina ' || i), '{sl}', $2 from generate_series(1, 20000) i
         returning id
       )
       insert into group_fields (organization_id, group_id, position, form_field_id, widget)
       select $1, id, 0, ($3::uuid[])[1 + row_number() over () % 2], 'text' from added`,
      [organization_id, category_id, fields.map(({ id }) => id)],
    );
    await site.rows('vacuum analyze groups, group_fields');
    expectFew(await read(`/form-fields/${fields[0]?.id}/groups`, admin), FEW);
  });

  test('also when their groups are limited', async () => {
    const limits = [full.id, groups[1]?.id ?? ''];
    const viewer = await site.factories.member({
      organization_id,
      role: 'GROUP_VIEWER_USER',
      groups: limits,
    });
    expectFew(await read(`/groups/${full.id}/participants?sort=name`, site.as(viewer)), 1200);
    expectFew(await read('/participants/counts', site.as(viewer)), 300);
    expectFew(await read('/participants/found?search=znidarsic%2099999', site.as(viewer)), MATCHES);
    expectFew(await read('/participants/found?search=novak', site.as(viewer)), MATCHES);
    expectFew(await read('/participants/found?search=novak'), MATCHES);
  });

  test('when they count all of an organisation, the index alone is read', async () => {
    expectFew(await read('/participants/counts'), 3000);
  });
});

describe('bulk work reads few pages', () => {
  const approval = { kind: 'status', status: 'approved' };
  const look = (selection: object, act: object = approval) =>
    explain(site.pools.api, () => staff.post('/participants/bulk/preview', { selection, act }));
  /** The people of a selection are looked up one by one, and so are groups and persons. */
  const EACH = 20;

  test.each([
    ['search=znidarsic%209999', {}],
    ['status=pending&search=novak', {}],
    ['applied_from=2025-05-01&applied_to=2025-05-02', {}],
    ['status=waitlisted', { group: true }],
  ])('of those who match %s', async (query, { group = false }: { group?: boolean }) => {
    const filter = Object.fromEntries(new URLSearchParams(query));
    if (group) filter.group_id = full.id;
    const { body } = await staff.get<{ total: number; as_of: string }>(
      `/participants?limit=1&with_total=true&${new URLSearchParams(filter)}`,
    );
    expect(body.total).toBeGreaterThan(0);
    const explained = await look({ filter, expected_count: body.total, as_of: body.as_of });
    expectFew(explained, MATCHES + EACH * body.total);
  });

  test('of two hundred ids', async () => {
    const rows = await site.rows<{ id: string }>(
      `select id from participants where organization_id = $1 and status = 'rejected' order by id limit 200`,
      [organization_id],
    );
    const ids = rows.map(({ id }) => id);
    expectFew(await look({ ids }), EACH * 200);
    const payments = { kind: 'payments', price: { amount: '10' }, purpose: 'Dres', include: ['rejected'] };
    expectFew(await look({ ids }, payments), EACH * 200);
  });
});

describe('the calendar reads few pages', () => {
  const read = (path: string, caller = staff) => explain(site.pools.api, () => caller.get(path));
  const span = 'from=2027-01-04&to=2027-01-10';

  beforeAll(async () => {
    // two hundred groups meet on two days a week, and depart from that on 100 000 dates of 500 years
    await site.rows(
      `update groups set schedule = '[{"day":"monday","start_time":"17:00","duration":60},
        {"day":"thursday","start_time":"17:00","duration":60}]' where organization_id = $1`,
      [organization_id],
    );
    await addManyRows(site.owner, { tables: ['session_exceptions'] }, (client) =>
      client.query(
        `insert into session_exceptions (organization_id, group_id, kind, date, start_time)
       select $1, ($2::uuid[])[1 + i % 200], 'cancelled', date '2020-01-06' + 7 * (i / 200), '17:00'
       from generate_series(0, 99999) i`,
        [organization_id, groups.map(({ id }) => id)],
      ),
    );
    await site.rows('vacuum analyze session_exceptions');
    await site.rows('vacuum analyze groups');
  });

  test('of a week of all groups, and of two months of one', async () => {
    const week = await read(`/sessions?${span}`);
    // places of two hundred groups are counted in their index
    expectFew(week, 4000);
    expect(week.flatMap(({ scans }) => scans)).not.toContain('session_exceptions');
    const one = await read(`/sessions?from=2027-01-04&to=2027-03-01&group_id=${full.id}`);
    expectFew(one, FEW);
    expect(one.flatMap(({ scans }) => scans)).not.toContain('session_exceptions');
  });

  test('of those who would be told of another date of a group: its own people', async () => {
    // five hundred rows, each on a page of its own
    expectFew(await read(`/session-notices/audience?group_id=${full.id}`), 2000);
  });

  test('of what a calendar program is told of groups that are over, to which dates are added all the same', async () => {
    await site.rows(
      `insert into session_exceptions (organization_id, group_id, kind, new_date, new_start_time, new_duration)
       select $1, ($2::uuid[])[1 + i % 200], 'added', date '2015-01-04' + 7 * (i / 20), '10:00', 60
       from generate_series(0, 19999) i`,
      [organization_id, groups.map(({ id }) => id)],
    );
    const endOn = (day: string | null) =>
      site.rows('update groups set end_date = $2 where organization_id = $1', [organization_id, day]);
    await endOn('2020-06-24');
    await site.rows('vacuum analyze session_exceptions');
    await site.rows('vacuum analyze groups');
    for (const of of [{ kind: 'organization' }, { kind: 'group', group_id: full.id }] as const) {
      const { url } = await staff.api.calendar_feeds.create({ body: { ...of, language: 'sl' } });
      const told = await read(url.slice(`${site.env.publicUrl}/api`.length), site.visitor);
      expectFew(told, 2000, ['participants', 'session_exceptions']);
    }
    await endOn(null);
    await site.rows(`delete from session_exceptions where kind = 'added'`);
    await site.rows('vacuum analyze session_exceptions');
    await site.rows('vacuum analyze groups');
  });

  test('of what waits to be done', async () => {
    expectFew(await read('/dashboard'), 6000);
    expectFew(await read('/closures?from=2027-01-01&to=2027-12-31'), 60);
    expectFew(await read('/calendar-feeds'), 60);
  });
});

describe('visitors read few pages', () => {
  const read = (path: string) =>
    explain(site.pools.public, () => site.visitor.get(`/public/${organization_id}/${path}`));

  test('of one group and its form', async () => {
    expectFew(await read(`groups/${full.id}`), 150);
  });

  test('of a category, and of a search in it', async () => {
    expectFew(await read(`categories/${full.category_id}/groups`), 1500);
    expectFew(await read(`categories/${full.category_id}/groups?search=skupina%2012`), FEW);
  });

  test('of all categories, where the participants of every open group are counted', async () => {
    expectFew(await read('categories'), 4000);
  });

  test('of all groups and of those that filters leave', async () => {
    for (const query of ['', '?page=3', '?free_places=true', '?age=7&day=tuesday', `?location_id=${hall.id}`])
      expectFew(await read(`groups${query}`), 4000);
  });
});

describe('fee plans read few pages', () => {
  /** The facts of each who pays are looked up one by one: family, group, plan and enrolment. */
  const EACH = 40;
  const wide = ['participants', 'payments', 'fee_enrolments'];
  let group_id: string;
  let people: number;

  beforeAll(async () => {
    group_id = groups[7]?.id ?? '';
    await site.rows(
      `insert into fee_plans (organization_id, group_id, rhythm, kind, amount, days_after, day_of_month, first_month,
         free_months, instalments, late_start, made_on, days_ahead)
       select organization_id, id, 'monthly', 'tuition', 40, 8, 15, '2026-09', '{}', '[]', 'whole', 'approved', 14
       from groups where organization_id = $1`,
      [organization_id],
    );
    // everybody in other groups pays by their plans, most of them another day
    await site.rows(
      `insert into fee_enrolments (organization_id, participant_id, group_id, joined_on, at_once, next_on)
       select organization_id, id, group_id, '2026-09-01', false,
         current_date + case when row_number() over () % 100 = 0 then 0 else 30 end
       from participants where organization_id = $1 and status = 'approved' and group_id <> $2`,
      [organization_id, group_id],
    );
    await site.rows('vacuum analyze fee_enrolments, fee_plans, payments');
    const [row] = await site.rows<{ count: number }>(
      `select count(*)::integer as count from participants where group_id = $1 and status = 'approved'`,
      [group_id],
    );
    people = row?.count ?? 0;
  });

  test('of a plan, a proposal, an approval of many, and what a changed plan would change', async () => {
    expect(people).toBeGreaterThan(100);
    const get = (path: string) => explain(site.pools.api, () => staff.get(path));
    expectFew(await get(`/groups/${group_id}/fee-plan`), 1500, wide);
    const in_group = await site.rows<{ id: string }>(
      `select id from participants where group_id = $1 order by id limit 200`,
      [group_id],
    );
    const ids = in_group.map(({ id }) => id);
    expectFew(await get(`/participants/${ids[0]}/fee-proposal`), FEW, wide);
    const act = { kind: 'status', status: 'approved' };
    const look = () => staff.post('/participants/bulk/preview', { selection: { ids }, act });
    expectFew(await explain(site.pools.api, look), EACH * ids.length, wide);
    const make = () => staff.post(`/groups/${group_id}/fee-plan/people`, { expected_count: people });
    expectFew(await explain(site.pools.api, make), EACH * people, wide);
    // no plan had made a payment when the planner last counted: autovacuum counts again after so many
    await site.rows('analyze payments');
    expectFew(await get(`/groups/${group_id}/fee-plan/changes`), EACH * people, wide);
    const [one] = in_group;
    const move = () => staff.post(`/participants/${one?.id}/fee-move`, { group_id: groups[9]?.id });
    expectFew(await explain(site.pools.api, move), FEW, wide);
  });

  test('of the worker that takes some of those who are due, of whom there are many', async () => {
    const [due] = await site.rows<{ count: number }>(
      'select count(*)::integer as count from fee_enrolments where next_on <= current_date',
    );
    expect(due?.count).toBeGreaterThan(500);
    // what the tests before took back still stands in the index
    await until(() => vacuumed('fee_enrolments'));
    expect(await pagesOf(site.owner, 'select * from app.claim_fees(now(), 200)')).toBeLessThan(20 * 200);
  });
});

describe('messages read few pages', () => {
  const read = (path: string) => explain(site.pools.api, () => staff.get(path));
  /** Mails of the longest message; of each of fifty others there are a hundredth. */
  const MAILS = 50_000;
  let everybody: Selection;
  let sent: string;
  let job_id: string;

  beforeAll(async () => {
    const { body } = await staff.get<{ total: number; as_of: string }>(
      '/participants?limit=1&with_total=true',
    );
    everybody = { filter: {}, exclude_ids: [], expected_count: body.total, as_of: body.as_of };
    const { id } = await site.factories.message({ organization_id, account_id: member.id });
    sent = id;
    job_id = (await site.factories.bulkJob({ organization_id, account_id: member.id, kind: 'message' })).id;
    const tables = ['bulk_job_rows', 'mails', 'mail_people'];
    await addManyRows(site.owner, { tables, kept: ['mails_of_message'] }, async (client) => {
      await client.query(
        `update messages set state = 'sending', sent_at = now(), kind = 'enrolment', job_id = $2,
           texts = '{"sl": {"subject": "Vaja", "body": "Vaja"}}' where id = $1`,
        [sent, job_id],
      );
      await client.query(
        `insert into messages (organization_id, account_id, author, state, kind, sent_at, created_at)
         select organization_id, account_id, author, 'sent', kind, sent_at, created_at - n * interval '1 day'
         from messages, generate_series(1, 50) n where id = $1`,
        [sent],
      );
      await client.query(
        `insert into bulk_job_rows (organization_id, job_id, position, participant_id)
         select organization_id, $2, row_number() over (order by id), id from participants where organization_id = $1`,
        [organization_id, job_id],
      );
      await client.query(
        `insert into mails (organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language,
           of_message, message_key, state, sent_at)
         select p.organization_id, p.group_id, p.id, 'group_message', 'applicant', place || '@example.com', 'sl', m.id, 'old ' || place,
           case when place % 1000 = 7 then 'failed' else 'sent' end, now()
         from messages m, lateral (
           select *, row_number() over (order by id) as place from participants where organization_id = $1
           order by id limit case m.id when $2 then $3::integer else $3 / 100 end
         ) p
         where m.organization_id = $1
         order by m.id, place`,
        [organization_id, sent, MAILS],
      );
      await client.query(
        `insert into mail_people (organization_id, mail_id, participant_id)
         select organization_id, id, participant_id from mails where of_message = $1`,
        [sent],
      );
    });
    await site.rows('vacuum analyze mail_people, messages');
    await until(() => vacuumed('mails'));
  });

  test('of an audience of all: the table, and of news the choice of each address', async () => {
    const audience = everybody;
    const draft = async (kind: string) =>
      (await staff.post<{ id: string }>('/messages', { audience, kind })).body.id;
    const own = await draft('enrolment');
    // far fewer than one for each of them
    const look = () => staff.post(`/messages/${own}/audience`);
    expectFew(await explain(site.pools.api, look), 40_000, []);
    expectFew(await read(`/messages/${own}/recipients`), 40_000, []);
    expectFew(await read(`/messages/${await draft('news')}/recipients`), 40_000 + 5 * 50_000, []);
  });

  test('of those that were sent: their counts, which the index has, and each page of mails', async () => {
    expectFew(await read('/messages?limit=100'), 3000, ['mails']);
    expectFew(await read(`/messages/${sent}`), 1500, ['mails']);
    const first = await staff.get<{ last_id: string }>(`/messages/${sent}/recipients?limit=200`);
    for (const query of ['', 'state=failed', 'bounced=true', `last_id=${first.body.last_id}`])
      expectFew(await read(`/messages/${sent}/recipients?limit=50&${query}`), 2000, ['mails', 'mail_people']);
  });

  test('of a batch that is written: its own people, however many there are', async () => {
    const bearer = { accountId: member.id, signInId: null };
    const demand = { rank: 4, organization: true, writes: true, whilePasswordChangeRequired: false } as const;
    const write = () =>
      asAccount(site.pools.api, bearer, organization_id, demand, async (account) => {
        const scope = account as Scope;
        const rows = await selectNextRows(scope, job_id, { state: 'waiting', after: 0, limit: 1000 });
        const job = { id: job_id, created_at: '' };
        const places = createPlaces(scope);
        const { mails } = await message.make(
          scope,
          rows,
          { message_id: sent },
          { job, delaySeconds: 0, places, locked: new Set() },
        );
        expect(mails).toBeGreaterThan(100);
        return { status: 200 };
      });
    expectFew(await explain(site.pools.api, write), 40 * 1000, ['bulk_job_rows']);
  });
});

describe('beside many small organisations', () => {
  let job_id: string;

  beforeAll(async () => {
    await addSmallOrganizations(site.owner, 300);
    job_id = (await site.factories.bulkJob({ organization_id, account_id: member.id })).id;
    await site.rows(
      `insert into bulk_job_rows (organization_id, job_id, position, participant_id)
       select organization_id, $2, row_number() over (order by id), id from participants where organization_id = $1 limit 500`,
      [organization_id, job_id],
    );
    for (const table of ['bulk_job_rows', 'groups', 'participants'])
      await site.rows(`vacuum analyze ${table}`);
  });

  test('a page of the rows of bulk work reads the people of that page', async () => {
    const read = await explain(site.pools.api, () => staff.get(`/bulk-jobs/${job_id}/rows?limit=50`));
    // not the hundred thousand people, of whom each may stand on a page of its own
    expectFew(read, 10_000);
  });
});

test('a list of fifty pages never repeats a row', async () => {
  const seen = new Set<string>();
  let last_id: string | null = null;
  let pages = 0;
  do {
    const from: string = last_id ? `&last_id=${last_id}` : '';
    const { body } = await staff.get<{ results: { id: string }[]; last_id: string | null }>(
      `/participants?status=waitlisted&sort=name&limit=200${from}`,
    );
    for (const { id } of body.results) {
      expect(seen.has(id)).toBe(false);
      seen.add(id);
    }
    ({ last_id } = body);
    pages += 1;
  } while (last_id && pages < 100);
  expect(seen.size).toBe(10_000);
});
