import { activityActions, activityObjects } from '@vpisnik/contract/activity';
import { afterAll, beforeAll, test } from 'vitest';
import { type Caller, createTestApp, type TestApp } from '../app.ts';
import { expectFew, explain } from './explain.ts';
import { addManyRows } from './many-rows.ts';

// fixed days: pages are counted for a span of that length, whenever it is

/** As in `plans.test.ts`: pages that were read are counted, in a log of 100 000 entries. */
const FEW = 400;
/** Of undone bulk work, each entry tells what it was about: the fifty latest of each action may stand on pages of their own. */
const LOOKED_AT = 1300;
/** Each entry that is counted, or passed over before the last of a span of days. */
const EACH = 5000;

let site: TestApp;
let owner: Caller;
let organization_id: string;

beforeAll(async () => {
  site = await createTestApp({ variables: { LOG_LEVEL: 'error' } });
  organization_id = (await site.factories.organization()).id;
  owner = site.as(await site.factories.member({ organization_id }));
  // of what people mostly do, with the rest among the oldest: read from the latest on, it is found last
  await addManyRows(site.owner, { tables: ['activity_log'] }, (client) =>
    client.query(
      `insert into activity_log (organization_id, actor, action, entity, changes, created_at)
       select $1, 'Nina', case when i <= 20000 then ($2::text[])[1 + i % cardinality($2::text[])] else 'sign_in' end, 'user',
         '{"kind": "pay", "count": 12}', timestamptz '2024-01-01' + i * interval '10 minutes'
       from generate_series(1, 100000) i`,
      [organization_id, activityActions],
    ),
  );
  await site.rows('vacuum analyze');
});
afterAll(() => site.close());

const read = (query: string) => explain(site.pools.api, () => owner.get(`/activity?limit=50${query}`));

test.each(activityObjects)('a page of the log about %s reads few pages of 100 000 entries', async (about) => {
  const isUndone = about === 'participants' || about === 'payments';
  expectFew(await read(`&about=${about}`), isUndone ? LOOKED_AT : FEW, ['activity_log']);
});

test('so does one of all that is no sign-in, the second one, and that of one action', async () => {
  const rest = activityObjects.filter((one) => one !== 'sign_in');
  const query = rest.map((one) => `&about=${one}`).join('');
  expectFew(await read(query), FEW, ['activity_log']);
  const { body } = await owner.get<{ last_id: string }>(`/activity?limit=50${query}`);
  expectFew(await read(`${query}&last_id=${body.last_id}`), FEW, ['activity_log']);
  expectFew(await read('&action=role_changed'), FEW, ['activity_log']);
  expectFew(await read(''), FEW, ['activity_log']);
});

test('counting, and days of long ago, read each entry at most once', async () => {
  for (const query of ['&about=payments&with_total=true', '&with_total=true', '&about=users&to=2024-02-01'])
    expectFew(await read(query), EACH, []);
});
