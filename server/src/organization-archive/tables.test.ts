import { permissions } from '@vpisnik/contract/rules/permissions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { message_files } from '../db/schema.ts';
import { asAccount, type Scope } from '../db/scope.ts';
import { BATCH, rowsOf } from './tables.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const MEGABYTE = 1024 ** 2;

test('rows that are larger than those before them are fetched one by one, and without their contents together', async () => {
  const { id, organization_id } = await site.factories.member();
  const organization = String(organization_id);
  const { id: message_id } = await site.factories.message({ organization_id: organization, account_id: id });
  const sizes = [...Array(4).fill(1), ...Array(8).fill(5 * MEGABYTE)] as number[];
  for (const bytes of sizes)
    await site.factories.insert(message_files, {
      ...{ organization_id: organization, message_id, name: 'priloga.pdf', type: 'application/pdf', bytes },
      content: Buffer.alloc(bytes),
    });
  const demand = {
    ...{ rank: permissions['organization.archive'], organization: true, writes: false, snapshot: true },
    whilePasswordChangeRequired: false,
  };
  /** Of each batch: how many rows it has, and their characters. */
  const batchesOf = (whole: boolean) =>
    asAccount(site.pools.api, { accountId: id, signInId: null }, organization, demand, async (scope) => {
      const batches: { rows: number; length: number }[] = [];
      for await (const rows of rowsOf(scope as Scope, 'message_files', { timeZone: 'UTC', whole }))
        batches.push({ rows: rows.length, length: rows.reduce((sum, row) => sum + row.length, 0) });
      return batches;
    });
  const whole = await batchesOf(true);
  expect(whole.map(({ rows }) => rows)).toEqual([5, ...Array(7).fill(1)]);
  for (const { length } of whole) expect(length).toBeLessThan(BATCH + 10.1 * MEGABYTE);
  const [table, ...more] = await batchesOf(false);
  expect(more).toEqual([]);
  expect(table?.rows).toBe(sizes.length);
  expect(table?.length).toBeLessThan(10_000);
});
