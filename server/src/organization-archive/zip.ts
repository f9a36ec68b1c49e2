import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { type AsyncFlateStreamHandler, Zip, type ZipInputFile } from 'fflate';
import type { Sum } from './format.ts';

/** A part of an archive; its content is made as it is read. */
export type Part = {
  name: string;
  content: AsyncIterable<Uint8Array>;
  /** A picture, which hardly becomes smaller. */
  isPacked?: boolean;
};

/** More than a ZIP can hold without extensions that not every program knows. */
export class ArchiveTooLarge extends Error {}

const MOST_BYTES = 2 ** 32 - 2 ** 26;
const MOST_PARTS = 65_000;
/** Bytes that are compressed at once. */
const CHUNK = 64 * 1024;

/** A part on its way into the ZIP: zlib compresses it in a thread of its own, which fflate by itself doesn't. */
class Packing implements ZipInputFile {
  readonly filename: string;
  readonly compression = 8;
  size = 0;
  crc = 0;
  /** Given when it is added. */
  declare ondata: AsyncFlateStreamHandler;
  readonly #digest = createHash('sha256');

  constructor(name: string) {
    this.filename = name;
  }

  async *read(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const some of content) {
      this.size += some.length;
      if (this.size > MOST_BYTES) throw new ArchiveTooLarge();
      this.crc = crc32(some, this.crc);
      this.#digest.update(some);
      for (let at = 0; at < some.length; at += CHUNK) yield some.subarray(at, at + CHUNK);
    }
  }

  sum(): Sum {
    return { bytes: this.size, sha256: this.#digest.digest('hex') };
  }
}

/**
 * Parts as a ZIP, made while it is read.
 *
 * @param onPart hears what a part comes to, before the next one is asked for
 * @throws {ArchiveTooLarge}
 */
export async function* zipped(
  parts: AsyncIterable<Part>,
  onPart: (name: string, sum: Sum) => void,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  let bytes = 0;
  let count = 0;
  const zip = new Zip((error, data) => {
    if (error) throw error;
    bytes += data.length;
    ready.push(data);
  });
  for await (const { name, content, isPacked = false } of parts) {
    count += 1;
    if (count > MOST_PARTS) throw new ArchiveTooLarge();
    const packing = new Packing(name);
    zip.add(packing);
    const packed = createDeflateRaw(isPacked ? { level: 1 } : {});
    // its failure reaches the reader as the failure of what is read
    pipeline(Readable.from(packing.read(content), { objectMode: false }), packed).catch(() => {});
    for await (const some of packed as AsyncIterable<Uint8Array>) {
      packing.ondata(null, some as Uint8Array<ArrayBuffer>, false);
      if (bytes > MOST_BYTES) throw new ArchiveTooLarge();
      yield* ready.splice(0);
    }
    packing.ondata(null, new Uint8Array(0), true);
    yield* ready.splice(0);
    onPart(name, packing.sum());
  }
  zip.end();
  yield* ready;
}
