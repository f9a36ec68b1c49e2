import { setTimeout as pause } from 'node:timers/promises';
import { PlainError } from '../../plain-error.ts';
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts';

/**
 * Milliseconds before each further try to start a database again that has ended; one that ends soon after its start goes
 * on where the tries before had stopped.
 */
const usualPauses = [0, 200, 400, 800, 1_600, 3_200];

/** Milliseconds after which a start counts as a success. */
const LASTING = 60_000;

/**
 * Starts the embedded PostgreSQL and, whenever it ends without being stopped here, starts it again on the same port:
 * the connection string stays good. When that fails for good, or it ends soon after each start, the process ends by an unhandled error, which a
 * supervisor sees.
 */
export async function keepEmbedded(
  options: EmbeddedOptions,
  pauses: readonly number[] = usualPauses,
): Promise<Pick<Embedded, 'url' | 'stop'>> {
  let present = await startEmbedded(options);
  const { url } = present;
  const stopping = new AbortController();

  const watch = async (): Promise<void> => {
    let shortLives = 0;
    while (!stopping.signal.aborted) {
      const started = performance.now();
      await present.ended;
      shortLives = performance.now() - started < LASTING ? shortLives + 1 : 0;
      const next = await startAgain(options, url, pauses.slice(Math.max(0, shortLives - 1)), stopping.signal);
      if (next) present = next;
    }
  };
  const watching = watch();
  return {
    url,
    stop: async () => {
      stopping.abort();
      await present.stop();
      // also stops a database that was being restarted meanwhile
      await watching;
      await present.stop();
    },
  };
}

/**
 * Starts the database of an address again; undefined when the owner stops it meanwhile.
 *
 * @param pauses none when it has ended soon after its start too often
 * @throws {PlainError} when no try succeeds
 */
async function startAgain(
  options: EmbeddedOptions,
  url: string,
  pauses: readonly number[],
  stopping: AbortSignal,
): Promise<Embedded | undefined> {
  let failure: unknown = new PlainError(
    `It ended soon after each of its last starts. Its log in ${options.dir} may say why.`,
  );
  for (const milliseconds of pauses) {
    await pause(milliseconds, undefined, { signal: stopping }).catch(() => {});
    if (stopping.aborted) return undefined;
    try {
      const started = await startEmbedded({ ...options, port: Number(new URL(url).port) });
      if (started.url === url) return started;
      // another process was first, and took another port
      await started.stop();
      failure = new PlainError(`PostgreSQL in ${options.dir} was started at another port.`);
    } catch (error) {
      failure = error;
    }
  }
  throw new PlainError('PostgreSQL has ended and could not be started again.', { cause: failure });
}
