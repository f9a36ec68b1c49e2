import type { OfferStanding } from '@vpisnik/contract/offers';

type Waiting = OfferStanding['next'][number];

/**
 * Whom offers to the first go to, in the order of the queue, and who is passed over because there are too few places for
 * all who are tied to them.
 *
 * @param count places that are offered at most
 */
export function chosenOf(next: readonly Waiting[], count: number): { chosen: Waiting[]; passed: Waiting[] } {
  const chosen: Waiting[] = [];
  const passed: Waiting[] = [];
  for (const one of next) {
    if (chosen.length === count) break;
    if (chosen.includes(one) || passed.includes(one)) continue;
    const together =
      one.offer_tie === null ? [one] : next.filter(({ offer_tie }) => offer_tie === one.offer_tie);
    (together.length > count - chosen.length ? passed : chosen).push(...together);
  }
  return { chosen, passed };
}
