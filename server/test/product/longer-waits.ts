import type { Pool } from 'pg';

/**
 * Lengthens waits after the free attempts to a quarter of an hour. The first wait is otherwise a second, which passes on a
 * slow machine before the next attempt.
 */
export async function lengthenWaits(owner: Pool): Promise<void> {
  await owner.query('update rate_limits set hits = hits + 10 where hits >= 5');
}
