import type { Pools } from '../../db/pools.ts';
import { asOrganization, asWorker } from '../../db/scope.ts';
import type { Log } from '../../mail/transport.ts';
import { selectGroupsToOffer } from './queries.ts';
import { goRound } from './service.ts';

type Working = { pools: Pick<Pools, 'system' | 'api'>; log: Log; stopping?: AbortSignal };

/**
 * Ends offers whose time is over and offers free places in all groups that do so by themselves. It goes by what the rows say
 * now, so a restart, a missed minute or a clock that jumps loses nothing, and several processes do nothing twice.
 *
 * @returns number of offers that passed, and of those made
 */
export async function workOffers({
  pools,
  log,
  stopping,
}: Working): Promise<{ lapsed: number; offered: number }> {
  const sum = { lapsed: 0, offered: 0 };
  for (const { organization_id, group_id } of await asWorker(pools.system, selectGroupsToOffer)) {
    if (stopping?.aborted) break;
    try {
      const its = await asOrganization(pools.api, organization_id, (reader) => goRound(reader, group_id));
      sum.lapsed += its.lapsed.length;
      sum.offered += its.offered.length;
    } catch (error) {
      // the other groups don't wait for it
      log.error({ group: group_id, err: error }, 'places could not be offered');
    }
  }
  return sum;
}
