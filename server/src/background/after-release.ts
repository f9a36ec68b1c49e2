import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { findUnreleased } from '../backup/release.ts';
import type { Log } from '../mail/transport.ts';

type Part = { stop(): Promise<void> };

/** Milliseconds between looks whether a restored installation may send mails. */
const LOOK = 3_000;

/**
 * Starts what sends mails: at once, or in a restored installation when the operator has released it. What waits until then
 * stays where it is.
 *
 * @param pool of the role app_system
 */
export async function startAfterRelease(
  pool: pg.Pool,
  start: () => Promise<Part>,
  log: Log,
  look = LOOK,
): Promise<Part> {
  const restored = await findUnreleased(pool);
  if (!restored) return start();
  log.warn(
    { archive: restored.name },
    'This installation was restored and sends no mail until npm run restore -- --release',
  );
  const stopping = new AbortController();
  let started: Part | undefined;
  const waiting = (async () => {
    for (;;) {
      await pause(look, undefined, { signal: stopping.signal });
      // a database that is away is asked again
      const isReleased = await findUnreleased(pool).then(
        (found) => !found,
        () => false,
      );
      if (!isReleased) continue;
      started = await start().catch((error: Error) => {
        log.error({ err: error }, 'The sending of mails could not be started; it is tried again');
        return undefined;
      });
      if (!started) continue;
      log.warn({ archive: restored.name }, 'This installation was released: its mails are sent again');
      return;
    }
    // stopped while it paused
  })().catch(() => {});
  return {
    stop: async () => {
      stopping.abort();
      await waiting;
      await started?.stop();
    },
  };
}
