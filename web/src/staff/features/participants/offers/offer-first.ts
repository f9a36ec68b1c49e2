import type { QueryClient } from '@tanstack/react-query';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { Api } from '../../../../lib/api.ts';
import { notify } from '../../../../ui/notice/notify.ts';
import { formatUntil } from './offer-stand.ts';
import { rememberOffers } from './queries.ts';

/** What is said when it fails, and what a later success takes back. */
export const offerFailed = 'modules.offer.failed';

type Place = { api: Api; queryClient: QueryClient; locale: Language; timeZone: string };

/**
 * Offers places to the first in a group's queue, who have been shown, and says to how many and until when.
 *
 * @throws {ApiError} group_full, offer_too_late, queue_changed
 */
export async function offerFirst(
  { api, queryClient, locale, timeZone }: Place,
  groupId: string,
  ids: readonly string[],
): Promise<void> {
  const { offered_ids, ...now } = await api.offers.offerFirst({
    params: { id: groupId },
    body: { count: ids.length, ids: [...ids] },
  });
  rememberOffers(queryClient, api, groupId, now);
  const act = offerFailed;
  const until = now.until ? formatUntil(now.until, { locale, timeZone }) : '';
  if (offered_ids.length === 0) notify({ message: 'modules.offer.first.nobody', color: 'warning', act });
  else notify({ message: 'modules.offer.done.first', values: { count: offered_ids.length, until }, act });
}
