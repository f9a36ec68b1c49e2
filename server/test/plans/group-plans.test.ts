import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../app.ts';
import { expectFew, explain } from './explain.ts';
import { addManyRows, referenceOf } from './many-rows.ts';

// fixed days: pages are counted for a span of that length, whenever it is

/** As in `plans.test.ts`: pages that were read are counted, at 10 000 groups with ten participants each. */
const FEW = 600;
/** What a page of groups costs where those before it are passed over one by one. */
const PASSED = 4000;
/** Every group of the organisation, and a line of the index for each participant. */
const ALL = 6000;

let site: TestApp;
let organization_id: string;
let staff: Caller;
let group: { id: string; category_id: string };
let leader: { id: string };

beforeAll(async () => {
  site = await createTestApp({ variables: { LOG_LEVEL: 'error' } });
  const { factories } = site;
  organization_id = (await factories.organization()).id;
  staff = site.as(await factories.member({ organization_id }));
  leader = await factories.member({ organization_id, role: 'GROUP_ADMIN' });
  const hall = await factories.location({ organization_id, max_participants: 10 });
  group = await factories.group({ organization_id });
  await site.rows(
    `insert into groups (organization_id, label, name, languages, category_id, location_id, active, start_date, end_date,
       archived_at)
     select $1, 'skupina-' || i, jsonb_build_object('sl', (array['Šola', 'Žoga', 'Čar', 'Ples'])[1 + i % 4] || ' ' || i),
       '{sl}', $2, case when i % 2 = 0 then $3::uuid end, i % 3 > 0, date '2024-09-01' + i % 900,
       date '2025-06-20' + i % 900, case when i % 3 = 0 then now() end
     from generate_series(1, 10000) i`,
    [organization_id, group.category_id, hall.id],
  );
  await addManyRows(site.owner, { tables: ['participants'] }, (client) =>
    client.query(
      `insert into participants (organization_id, group_id, name, email, status, reference, language)
       select $1, id, 'Ana Novak ' || i, 'ana' || i || '@example.com',
         case when i = 3 then 'pending' else 'approved' end, ${referenceOf('10 * place + i')}, 'sl'
       from (select id, row_number() over () as place from groups where organization_id = $1) its, generate_series(0, 9) i`,
      [organization_id],
    ),
  );
  await site.rows('select app.recount_groups()');
  await site.rows(
    `insert into group_leaders (organization_id, group_id, account_id)
     select $1, id, $2 from groups where organization_id = $1 and label like '%77'`,
    [organization_id, leader.id],
  );
  await site.rows('vacuum analyze');
});
afterAll(() => site.close());

const read = (path: string, caller = staff) => explain(site.pools.api, () => caller.get(path));
const wide = ['participants', 'groups'];

describe('a page of the list of 10 000 groups reads few pages', () => {
  test.each([
    'sort=name',
    'sort=-name',
    'sort=name&language=en',
    'sort=start_date',
    'sort=-start_date',
    'sort=-created_at',
    'archived=false&sort=name',
    'active=true&sort=name',
  ])('by %s', async (query) => {
    expectFew(await read(`/groups?limit=25&${query}`), FEW, wide);
  });

  test('the second one as the first', async () => {
    for (const sort of ['name', '-start_date']) {
      const first = await staff.get<{ last_id: string }>(`/groups?limit=25&sort=${sort}`);
      expectFew(await read(`/groups?limit=25&sort=${sort}&last_id=${first.body.last_id}`), FEW, wide);
    }
  });

  test('of a search, accents or not', async () => {
    expectFew(await read('/groups?limit=25&search=sola%2099'), PASSED);
    expectFew(await read('/groups?limit=25&search=nobodyhasthis'), FEW);
  });

  test('of a time, a leader, and of those put away', async () => {
    expectFew(await read('/groups?limit=25&period=past'), PASSED);
    expectFew(await read('/groups?limit=25&from=2026-01-01&to=2026-02-01'), PASSED);
    expectFew(await read(`/groups?limit=25&leader_id=${leader.id}`), PASSED);
    expectFew(await read('/groups?limit=25&archived=true'), FEW);
  });

  test('where all are counted, each is counted once', async () => {
    expectFew(await read('/groups?limit=25&free_places=true'), ALL);
    expectFew(await read('/groups?limit=25&free_places=true&with_total=true&archived=false'), ALL);
    expectFew(await read('/groups?limit=25&accepting=true&with_total=true&archived=false'), ALL);
    expectFew(await read('/groups?limit=25&accepting=false&with_total=true&archived=false'), ALL);
    expectFew(await read('/groups?limit=25&with_total=true'), ALL);
  });

  test('of a user limited to some groups', async () => {
    const viewer = await site.factories.member({
      organization_id,
      role: 'GROUP_VIEWER_USER',
      groups: [group.id],
    });
    expectFew(await read('/groups?limit=25&sort=name', site.as(viewer)), ALL);
  });
});

test('visitors who look for one among all of them read each once, whatever they ask for', async () => {
  for (const query of ['', '?page=100', '?free_places=true', '?age=7&day=tuesday&free_places=true'])
    expectFew(
      await explain(site.pools.public, () => site.visitor.get(`/public/${organization_id}/groups${query}`)),
      ALL,
    );
});

test('pages show every group once, whatever they are sorted by', async () => {
  for (const sort of ['name', '-start_date']) {
    const seen = new Set<string>();
    let last_id: string | null = null;
    do {
      const from: string = last_id ? `&last_id=${last_id}` : '';
      const { body } = await staff.get<{ results: { id: string }[]; last_id: string | null }>(
        `/groups?limit=200&sort=${sort}${from}`,
      );
      for (const { id } of body.results) {
        expect(seen.has(id)).toBe(false);
        seen.add(id);
      }
      ({ last_id } = body);
    } while (last_id);
    expect(seen.size).toBe(10_001);
  }
});
