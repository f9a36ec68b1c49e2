import type { OrganizationUse } from '@vpisnik/contract/organizations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { ended, type Unit, withCause } from '../cause.ts';
import { asOrganization } from '../db/scope.ts';
import { countOrganizations } from '../features/organizations/numbers.ts';
import { startCountingUse } from './use.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const log = { warn() {}, error() {} };
const heaviest = async (by: string) => {
  const admin = site.as(await site.factories.member({ role: 'ADMIN' }));
  return (await admin.get<OrganizationUse[]>(`/organizations/heaviest?by=${by}`)).body;
};

test('an operator sees which organisations use most, whichever processes counted', async () => {
  const { id: busy } = await site.factories.organization({ name: 'Plesna šola Zvezda' });
  const { id: quiet } = await site.factories.organization({ name: 'NK Zmaj' });
  const { id: gone } = await site.factories.organization();
  const [staff, other] = [busy, quiet].map((organization_id) =>
    site.factories.member({ organization_id, role: 'ORGANIZATION_ADMIN' }),
  );
  const processes = [1, 2, 3].map(() => startCountingUse(site.pools.system, log));
  const caller = site.as((await staff) as { id: string });
  await Promise.all([caller.get('/locations'), caller.get('/categories'), caller.get('/locations')]);
  await site.as((await other) as { id: string }).get('/locations');
  await asOrganization(site.pools.api, gone, async () => {});
  // a job has no request, but takes its time in the database
  await withCause({ job_id: 'a-job', queue: 'bulk' }, () =>
    asOrganization(site.pools.api, quiet, async () => {}),
  );
  for (const end of ['sent', 'sent', 'delayed'] as const)
    ended.publish({ kind: 'mail', name: 'send', cause: {}, organizationId: quiet, end } satisfies Unit);
  await site.rows('delete from organizations where id = $1', [gone]);
  await site.factories.banner({ organization_id: quiet });
  await Promise.all(processes.map((one) => one.stop()));
  // of another month
  await site.rows(
    `insert into organization_use (id, day, requests) values ($1, (now() at time zone 'UTC')::date - 30, 1000000)`,
    [quiet],
  );
  await countOrganizations(site.pools.system);

  const [first, second] = await heaviest('requests');
  expect(first).toMatchObject({ id: busy, name: 'Plesna šola Zvezda', active: true, requests: 9, mails: 0 });
  expect(second).toMatchObject({ id: quiet, requests: 3, mails: 6, file_bytes: expect.any(Number) });
  expect(second?.database_ms).toBeGreaterThanOrEqual(0);
  expect((await heaviest('mails')).map(({ id }) => id)).toEqual([quiet, busy]);
  expect((await heaviest('file_bytes'))[0]?.id).toBe(quiet);
});

test('what could not be added is added with what comes next', async () => {
  const { id } = await site.factories.organization();
  let isAway = true;
  const system = {
    query: (query: never) => (isAway ? Promise.reject(new Error('away')) : site.pools.system.query(query)),
  } as unknown as typeof site.pools.system;
  const counting = startCountingUse(system, log);
  await asOrganization(site.pools.api, id, async () => {});
  await counting.stop();
  isAway = false;
  await counting.stop();
  expect(
    await site.rows('select requests, database_ms >= 0 as timed from organization_use where id = $1', [id]),
  ).toEqual([{ requests: '0', timed: true }]);
});
