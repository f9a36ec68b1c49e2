import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { connectInShare, countWaiting } from './shares.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

test('an organisation that asks for all connections leaves some to the others, and its own come by turns', async () => {
  const { api } = site.pools;
  const taken: { at: number; end: () => void }[] = [];
  const crowd = Array.from({ length: 20 }, async (_, at) => {
    const { client, leave } = await connectInShare(api, 'crowd');
    const end = () => {
      client.release();
      leave();
    };
    taken.push({ at, end });
  });
  const { client, leave } = await connectInShare(api, 'other');
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  client.release();
  leave();
  await expect.poll(() => taken.length).toBe(8);
  expect(countWaiting(api)).toBe(12);
  for (let ended = 0; ended < 20; ended += 1) {
    await expect.poll(() => taken.length).toBeGreaterThan(ended);
    taken[ended]?.end();
  }
  await Promise.all(crowd);
  expect(taken.map(({ at }) => at).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, at) => at));
  expect(taken.slice(8).map(({ at }) => at)).toEqual(Array.from({ length: 12 }, (_, at) => at + 8));
  expect(countWaiting(api)).toBe(0);
});
