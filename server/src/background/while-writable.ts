import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { installationOf } from '../installation/state.ts';
import type { Log } from '../mail/transport.ts';

type Part = { stop(): Promise<void> };

/** Milliseconds between looks whether the installation is read-only. */
const LOOK = 1_000;

/**
 * Starts work that writes, stops it while the installation is read-only, and starts it again afterwards. Stopping lets what
 * has begun come to its end, as when the process stops; what waits stays where it is.
 *
 * @param system of the role app_system
 * @throws what `start` throws when it is called for the first time at once
 */
export async function startWhileWritable(
  system: pg.Pool,
  start: () => Promise<Part>,
  log: Log,
  look = LOOK,
): Promise<Part> {
  const installation = installationOf(system);
  const mayWrite = async () => !(await installation.known(look)).read_only;
  let part = (await mayWrite()) ? await start() : undefined;
  if (!part) log.warn({}, 'Work in the background waits while the installation is read-only');
  const stopping = new AbortController();
  const follow = async () => {
    for (;;) {
      await wait(look, undefined, { signal: stopping.signal });
      if ((await mayWrite()) === (part !== undefined)) continue;
      const present = part;
      part = undefined;
      if (present) await present.stop();
      else part = await start();
      log.warn(
        {},
        `Work in the background ${part ? 'goes on' : 'waits while the installation is read-only'}`,
      );
    }
  };
  const following = (async () => {
    while (!stopping.signal.aborted)
      await follow().catch((error: Error) => {
        if (!stopping.signal.aborted)
          log.error({ err: error }, 'work in the background could not be changed');
      });
  })();
  return {
    stop: async () => {
      stopping.abort();
      await following;
      await part?.stop();
    },
  };
}
