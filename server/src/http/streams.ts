import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.ts';
import { begun } from '../files/stored.ts';
import type { InScope } from './mount.ts';

/** Milliseconds after which a download ends that its reader has not taken: it holds a connection of the database. */
const LONGEST = 10 * 60_000;

/**
 * Streams what is made inside one transaction, which lasts until the last byte is taken; a reader who goes away ends it.
 *
 * @returns the stream once it has begun, so that a refusal is still an answer of its own
 * @throws what `make` throws
 */
export function streamed<S>(
  inScope: InScope<S>,
  signal: AbortSignal,
  make: (scope: S) => Promise<AsyncIterable<string | Uint8Array>>,
): Promise<Readable> {
  const stream = new PassThrough();
  const ending = AbortSignal.any([signal, AbortSignal.timeout(LONGEST)]);
  const work = async (scope: S) => pipeline(await make(scope), stream, { signal: ending });
  inScope(work).catch((error: unknown) => {
    stream.destroy(signal.aborted ? new AppError('unavailable') : (error as Error));
  });
  return begun(stream) as Promise<PassThrough>;
}
