import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';

let site: TestApp;
let people: { id: string; organization_id: string; group_id: string }[];
beforeAll(async () => {
  site = await createTestApp();
  const { factories } = site;
  const { id: organization_id } = await factories.organization();
  const [mine, other] = [
    await factories.group({ organization_id }),
    await factories.group({ organization_id }),
  ];
  people = [
    await factories.participant({ organization_id, group_id: mine.id, name: 'Ana Novak' }),
    await factories.participant({ organization_id, group_id: other.id, name: 'Eva Novak' }),
    await factories.participant({ name: 'Zoja Novak' }),
  ];
});
afterAll(() => site.close());

/** Who or what is seen through a view, which no policy guards, by role and settings. */
async function seen(
  pool: pg.Pool,
  settings: Record<string, string>,
  view = 'participants',
): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    for (const [name, value] of Object.entries(settings))
      await client.query('select set_config($1, $2, true)', [`app.${name}`, value]);
    const { rows } = await client.query<{ id: string }>(
      view === 'payments'
        ? 'select id from app.searchable_payments order by amount'
        : 'select id from app.searchable_participants order by name',
    );
    return rows.map(({ id }) => id);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('a search finds only the organisation and groups that its transaction has entered', async () => {
  const [ana, eva, zoja] = people;
  const organization_id = ana?.organization_id ?? '';
  const { api } = site.pools;
  expect(await seen(api, {})).toEqual([]);
  expect(await seen(api, { organization_id })).toEqual([]);
  expect(await seen(api, { organization_id, all_groups: 'true' })).toEqual([ana?.id, eva?.id]);
  expect(await seen(api, { organization_id, group_ids: `{${ana?.group_id}}` })).toEqual([ana?.id]);
  const elsewhere = { organization_id: zoja?.organization_id ?? '', group_ids: `{${ana?.group_id}}` };
  expect(await seen(api, elsewhere)).toEqual([]);
});

test('visitors can’t search for people', async () => {
  const { organization_id = '' } = people[0] ?? {};
  await expect(seen(site.pools.public, { organization_id, all_groups: 'true' })).rejects.toThrow(
    'permission denied',
  );
});

test('a user limited to a group finds only its participants', async () => {
  const [ana] = people;
  const { organization_id = '', group_id = '' } = ana ?? {};
  const viewer = await site.factories.member({ organization_id, role: 'GROUP_ADMIN', groups: [group_id] });
  const admin = await site.factories.member({ organization_id });
  const names = async (member: { id: string }, path: string) => {
    const { body } = await site.as(member).get<{ results: { name: string }[]; total: number }>(path);
    return [body.results.map(({ name }) => name), body.total];
  };
  const searched = 'search=NOVAK&sort=name&with_total=true';
  expect(await names(admin, `/participants?${searched}`)).toEqual([['Ana Novak', 'Eva Novak'], 2]);
  expect(await names(viewer, `/groups/${group_id}/participants?${searched}`)).toEqual([['Ana Novak'], 1]);
});

test('a search of payments likewise', async () => {
  const [ana, eva, zoja] = people;
  const paid = await Promise.all(
    people.map(({ id: participant_id, organization_id }, at) =>
      site.factories.payment({ organization_id, participant_id, amount: `${at + 1}.00` }),
    ),
  );
  const [first, second, third] = paid.map(({ id }) => id);
  const organization_id = ana?.organization_id ?? '';
  const { api } = site.pools;
  const of = (settings: Record<string, string>) => seen(api, settings, 'payments');
  expect(await of({})).toEqual([]);
  expect(await of({ organization_id })).toEqual([]);
  expect(await of({ organization_id, all_groups: 'true' })).toEqual([first, second]);
  expect(await of({ organization_id, group_ids: `{${eva?.group_id}}` })).toEqual([second]);
  expect(await of({ organization_id: zoja?.organization_id ?? '', all_groups: 'true' })).toEqual([third]);
});
