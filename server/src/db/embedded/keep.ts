import { setTimeout as pause } from 'node:timers/promises';
import { PlainError } from '../../plain-error.ts';
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts';

/** Milliseconds before each further try to start a database again that has ended. */
const pauses = [0, 200, 400, 800, 1_600, 3_200];

/**
 * Starts the embedded PostgreSQL and, whenever it ends without being stopped here, starts it again on the same port:
 * the connection string stays good. When that fails for good, the process ends by an unhandled error, which a
 * supervisor sees.
 */
export async function keepEmbedded(options: EmbeddedOptions): Promise<Pick<Embedded, 'url' | 'stop'>> {
  let present = await startEmbedded(options);
  const { url } = present;
  const stopping = new AbortController();

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await present.ended;
      const next = await startAgain(options, url, stopping.signal);
      if (next) present = next;
    }
  };
  const watching = watch();
  return {
    url,
    stop: async () => {
      stopping.abort();
      await present.stop();
      // what was being started meanwhile is stopped too
      await watching;
      await present.stop();
    },
  };
}

/**
 * Starts the database of an address again; undefined when the owner stops it meanwhile.
 *
 * @throws {PlainError} when no try succeeds
 */
async function startAgain(
  options: EmbeddedOptions,
  url: string,
  stopping: AbortSignal,
): Promise<Embedded | undefined> {
  let failure: unknown;
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
