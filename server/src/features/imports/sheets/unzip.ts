/**
 * Unpacks and repacks a ZIP safely for the next reader: inflates the entries within one common bound, and stores them
 * uncompressed with true sizes.
 */
import { crc32, inflateRawSync } from 'node:zlib';

export type Entry = { name: string; data: Buffer };

/** A ZIP that is broken, or that becomes too large. */
export class ZipError extends Error {}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const MOST_ENTRIES = 500;

/**
 * The entries of a ZIP that are wanted.
 *
 * @param most bytes of all of them together, unpacked
 * @throws {ZipError}
 */
export function unzip(zip: Buffer, wanted: (name: string) => boolean, most: number): Entry[] {
  try {
    return entriesOf(zip, wanted, most);
  } catch (error) {
    if (error instanceof ZipError) throw error;
    throw new ZipError(
      (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : 'broken',
    );
  }
}

function entriesOf(zip: Buffer, wanted: (name: string) => boolean, most: number): Entry[] {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== END) throw new ZipError('broken');
  const count = zip.readUInt16LE(end + 10);
  if (count > MOST_ENTRIES) throw new ZipError('too many entries');
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  let left = most;
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== CENTRAL) throw new ZipError('broken');
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (wanted(name)) {
      const data = inflated(zip, at, left);
      left -= data.length;
      entries.push({ name, data });
    }
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}

/** Inflates one entry of the central directory, ignoring its declared sizes. */
function inflated(zip: Buffer, central: number, most: number): Buffer {
  const method = zip.readUInt16LE(central + 10);
  const packed = zip.readUInt32LE(central + 20);
  const local = zip.readUInt32LE(central + 42);
  if (zip.readUInt32LE(local) !== LOCAL) throw new ZipError('broken');
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const bytes = zip.subarray(start, start + packed);
  if (bytes.length !== packed) throw new ZipError('broken');
  if (method === 0 && packed <= most) return bytes;
  if (method !== 8 || most <= 0) throw new ZipError('too large');
  return inflateRawSync(bytes, { maxOutputLength: most });
}

/** A ZIP whose entries are stored as they are. */
export function zipOf(entries: Entry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const { name, data } of entries) {
    const nameBytes = Buffer.from(name);
    // version, flags, method, time, date, checksum, both sizes, lengths of the name and of nothing
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt32LE(crc32(data), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(data.length, 18);
    facts.writeUInt16LE(nameBytes.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    centrals.push(signed(CENTRAL), Buffer.from([20, 0]), facts, place, nameBytes);
    const local = Buffer.concat([signed(LOCAL), facts, nameBytes, data]);
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, directory, signed(END), end]);
}

function signed(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}
