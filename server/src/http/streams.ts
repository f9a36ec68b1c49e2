import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../errors.ts';
import { begun } from '../files/stored.ts';
import type { InScope } from './mount.ts';

/** Milliseconds after which a download ends that its reader has not taken: it holds a connection of the database. */
const LONGEST = 10 * 60_000;

/**
 * Milliseconds in which a reader must take a part, and the database make one: longer than its statements may last. Who
 * stalls would otherwise hold a connection until the end.
 */
const STALL = 30_000;
/** Bytes of a part: few, so that a slow reader is not taken for a stalled one. */
const PART = 64 * 1024;

/**
 * Streams content made inside one transaction, which lasts until the last byte is taken; a reader who goes away or
 * stalls ends it.
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
  let hasBegun = false;
  const work = async (scope: S) => {
    // the reader may have left while this waited for its turn
    signal.throwIfAborted();
    // a read that failed on a replica comes again, and what was sent can't be taken back
    if (hasBegun) throw new AppError('unavailable');
    const content = await make(scope);
    hasBegun = true;
    const stalled = new AbortController();
    const ending = AbortSignal.any([signal, stalled.signal, AbortSignal.timeout(LONGEST)]);
    const watch = setTimeout(() => stalled.abort(), STALL);
    try {
      await pipeline(
        parts(content, () => watch.refresh()),
        stream,
        { signal: ending },
      );
    } finally {
      clearTimeout(watch);
    }
  };
  inScope(work).catch((error: unknown) => {
    stream.destroy(signal.aborted ? new AppError('unavailable') : (error as Error));
  });
  return begun(stream) as Promise<PassThrough>;
}

/** Content in small parts; tells when one is made and when it is taken. */
async function* parts(
  content: AsyncIterable<string | Uint8Array>,
  onProgress: () => void,
): AsyncGenerator<Uint8Array> {
  for await (const some of content) {
    const bytes = typeof some === 'string' ? Buffer.from(some) : some;
    for (let at = 0; at < bytes.length; at += PART) {
      onProgress();
      yield bytes.subarray(at, at + PART);
      onProgress();
    }
  }
}
