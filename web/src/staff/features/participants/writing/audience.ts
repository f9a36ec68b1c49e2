import { ApiError } from '@vpisnik/contract/kit';
import type { Wire } from '../choosing/wire.ts';

/**
 * Asks with an audience whose number nobody was told, or that has changed since: nothing is done to its people yet, and its
 * number is shown before anything is sent.
 */
export async function withCount<Row>(audience: Wire, ask: (audience: Wire) => Promise<Row>): Promise<Row> {
  try {
    return await ask(audience);
  } catch (error) {
    const { code, current, count } = (error instanceof ApiError && error.problem) || {};
    // of a planned message: of its mails
    if (code !== 'selection_changed' || current) throw error;
    if (typeof count !== 'number' || !('filter' in audience)) throw error;
    return ask({ ...audience, expected_count: count });
  }
}

/** A moment that no clock has reached: the server takes its own, whatever the time here is. */
const NOW = '2199-01-01T00:00:00.000Z';

/**
 * All whom a filter finds now.
 *
 * @param expected_count how many that is; where it is not known the server counts them, as `withCount` has it do
 */
export const everybodyIn = (
  filter: Extract<Wire, { filter: object }>['filter'],
  // none would be refused before they are counted
  expected_count = 1,
): Wire => ({
  filter,
  exclude_ids: [],
  expected_count,
  as_of: NOW,
});
