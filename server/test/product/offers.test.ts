/**
 * Places and queues, whatever people do in whatever order: nobody is lost, nobody overtakes, and no place is given twice. A
 * failure names its seed.
 */

import fc from 'fast-check';
import { afterAll, beforeAll, test } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { buildPublicPages } from '../web-build.ts';
import { acts, openSchool, pick, Term } from './offer-term.ts';

/** Random sequences, and the most steps of one. */
const RUNS = 6;
const STEPS = 30;

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({
    variables: { MAIL_DELAY_SECONDS: '600', LOG_LEVEL: 'silent' },
    webFolder: await buildPublicPages(),
  });
});
afterAll(() => site.close());

/** Each sequence is of a few kinds of acts: those that meet each other seldom among all would else never do so. */
const kinds = fc.shuffledSubarray([...new Set(acts)], { minLength: 3 });
const step = fc.record({ act: fc.nat(997), at: fc.nat(97), size: fc.integer({ min: 1, max: 99 }) });
const world = fc.record({
  capacity: fc.integer({ min: 1, max: 4 }),
  hall: fc.integer({ min: 1, max: 4 }),
  mode: fc.constantFrom('by_hand', 'proposed', 'automatic', 'automatic'),
  statuses: fc.array(fc.constantFrom('approved', 'pending', 'waitlisted', 'waitlisted', 'inactive'), {
    minLength: 4,
    maxLength: 9,
  }),
  kinds,
  steps: fc.array(step, { minLength: 15, maxLength: STEPS, size: 'max' }),
});

test('no place is given twice and nobody loses their turn, whatever is done in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ steps, kinds, ...given }) => {
      const term = new Term(site, await openSchool(site, given));
      const its = acts.filter((act) => kinds.includes(act));
      for (const { act, ...one } of steps) await term.run({ act: pick(its, act) ?? 'round', ...one });
    }),
    // smaller ones would be looked for through many schools
    { numRuns: RUNS, endOnFailure: true },
  );
});
