/**
 * Unpacks and repacks a ZIP safely for the next reader: inflates the entries within one common bound, and stores them
 * uncompressed with true sizes.
 */
import { Unzip, type UnzipFile, UnzipInflate, zipSync } from 'fflate';

export type Entry = { name: string; data: Buffer };

/** A ZIP that is broken, or that becomes too large. */
export class ZipError extends Error {}

const MOST_ENTRIES = 500;
/** Bytes that are unpacked before the bound is looked at again; a bomb makes a thousand times as many of them. */
const STEP = 4096;

/**
 * The entries of a ZIP that are wanted. They are unpacked piece by piece, so that a bomb ends with the piece that passes
 * the bound; sizes that it claims are not believed.
 *
 * @param most bytes of all of them together, unpacked
 * @throws {ZipError}
 */
export function unzip(zip: Buffer, wanted: (name: string) => boolean, most: number): Entry[] {
  const entries: Entry[] = [];
  let [found, begun, left] = [0, 0, most];
  const take = (file: UnzipFile) => {
    const pieces: Uint8Array[] = [];
    begun += 1;
    file.ondata = (error, piece, isLast) => {
      if (error) throw error;
      left -= piece.length;
      if (left < 0) throw new ZipError('too large');
      pieces.push(piece);
      if (isLast) entries.push({ name: file.name, data: Buffer.concat(pieces) });
    };
    file.start();
  };
  const reader = new Unzip((file) => {
    found += 1;
    if (found > MOST_ENTRIES) throw new ZipError('too many entries');
    if (wanted(file.name)) take(file);
  });
  reader.register(UnzipInflate);
  try {
    for (let at = 0; at < zip.length; at += STEP)
      reader.push(zip.subarray(at, at + STEP), at + STEP >= zip.length);
  } catch (error) {
    throw error instanceof ZipError ? error : new ZipError('broken', { cause: error });
  }
  if (entries.length === 0 || entries.length < begun) throw new ZipError('broken');
  return entries;
}

/** A ZIP whose entries are stored as they are. */
export function zipOf(entries: Entry[]): Buffer {
  return Buffer.from(
    zipSync(Object.fromEntries(entries.map(({ name, data }) => [name, data])), { level: 0 }),
  );
}
