import { createPools } from '../../server/src/db/connection/pools.ts';
import { readEnv } from '../../server/src/env.ts';
import { makeDuePayments } from '../../server/src/features/fee-plans/daily.ts';

/** Payments made, the time it took, and the most memory the process has had so far, in megabytes. */
export type MadeDue = { ms: number; count: number; peak: number };

const pools = createPools(readEnv(process.env, 'test'));

/** The day on which the month after this one is made. */
function nextMonth(): Date {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 2, 12));
}

process.on('message', async () => {
  const began = performance.now();
  const count = await makeDuePayments(pools.system, nextMonth());
  const made: MadeDue = {
    count,
    ms: performance.now() - began,
    peak: process.resourceUsage().maxRSS / 1024,
  };
  process.send?.(made);
});
process.on('disconnect', async () => {
  await pools.close();
  process.exit();
});
