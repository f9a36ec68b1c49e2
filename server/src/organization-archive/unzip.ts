import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { PlainError } from '../plain-error.ts';

type Entry = { offset: number; packed: number; size: number; crc: number };

/** Signatures and lengths of a ZIP's records. */
const END = 0x06054b50;
const END_LENGTH = 22;
const LISTED = 0x02014b50;
const LISTED_LENGTH = 46;
const LOCAL = 0x04034b50;
const LOCAL_LENGTH = 30;
const LONGEST_COMMENT = 65_535;
/** Bytes of the list of parts: 65 000 of them with long names have less. */
const MOST_LISTED = 64 * 1024 ** 2;
const DEFLATED = 8;

/**
 * Reads the parts of a ZIP by the list at its end. fflate reads it from the beginning, where only a signature tells the end of a part
 * whose length came after it, and the bytes of a picture may be one.
 */
export class ZipReader {
  readonly #file: FileHandle;
  readonly #entries: ReadonlyMap<string, Entry>;

  private constructor(file: FileHandle, entries: ReadonlyMap<string, Entry>) {
    this.#file = file;
    this.#entries = entries;
  }

  /** @throws {PlainError} there is no such file, or it is no archive, or damaged */
  static async open(path: string): Promise<ZipReader> {
    const file = await open(path).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new PlainError(`There is no archive ${path}.`) : error;
    });
    try {
      return new ZipReader(file, await readList(file));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  names(): string[] {
    return [...this.#entries.keys()];
  }

  /** The content of a part. @throws {PlainError} it is missing or damaged */
  async *read(name: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(name);
    if (!entry) throw damaged();
    const header = await exactly(this.#file, entry.offset, LOCAL_LENGTH);
    if (header.readUInt32LE(0) !== LOCAL) throw damaged();
    const start = entry.offset + LOCAL_LENGTH + header.readUInt16LE(26) + header.readUInt16LE(28);
    const inflating = createInflateRaw();
    const packed = Readable.from(bytesOf(this.#file, start, entry.packed), { objectMode: false });
    pipeline(packed, inflating).catch(() => {});
    let [size, crc] = [0, 0];
    try {
      for await (const some of inflating as AsyncIterable<Buffer>) {
        size += some.length;
        if (size > entry.size) break;
        crc = crc32(some, crc);
        yield some;
      }
    } catch (cause) {
      throw isOfZlib(cause) ? damaged(cause) : cause;
    } finally {
      inflating.destroy();
    }
    if (size !== entry.size || crc !== entry.crc) throw damaged();
  }

  /** The content of a small part. @throws {PlainError} as `read` */
  async text(name: string): Promise<string> {
    return Buffer.concat(await Array.fromAsync(this.read(name))).toString('utf8');
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

async function readList(file: FileHandle): Promise<Map<string, Entry>> {
  const { size } = await file.stat();
  const length = Math.min(size, END_LENGTH + LONGEST_COMMENT);
  const tail = await exactly(file, size - length, length);
  const at = tail.lastIndexOf(signatureOf(END));
  if (at < 0 || at + END_LENGTH > tail.length) {
    const start = await exactly(file, 0, Math.min(size, 4));
    throw start.equals(signatureOf(LOCAL)) ? damaged() : foreign();
  }
  const end = size - length + at;
  const [count, bytes, offset] = [
    tail.readUInt16LE(at + 10),
    tail.readUInt32LE(at + 12),
    tail.readUInt32LE(at + 16),
  ];
  if (offset + bytes !== end || bytes > MOST_LISTED) throw damaged();
  const list = await exactly(file, offset, bytes);
  const entries = new Map<string, Entry>();
  let from = 0;
  for (let read = 0; read < count; read += 1) {
    if (from + LISTED_LENGTH > list.length || list.readUInt32LE(from) !== LISTED) throw damaged();
    const named = from + LISTED_LENGTH;
    const name = list.toString('utf8', named, named + list.readUInt16LE(from + 28));
    if (list.readUInt16LE(from + 10) !== DEFLATED || entries.has(name)) throw foreign();
    entries.set(name, {
      crc: list.readUInt32LE(from + 16),
      packed: list.readUInt32LE(from + 20),
      size: list.readUInt32LE(from + 24),
      offset: list.readUInt32LE(from + 42),
    });
    from = named + list.readUInt16LE(from + 28) + list.readUInt16LE(from + 30) + list.readUInt16LE(from + 32);
  }
  return entries;
}

async function* bytesOf(file: FileHandle, start: number, length: number): AsyncGenerator<Buffer> {
  const STEP = 256 * 1024;
  for (let at = 0; at < length; at += STEP)
    yield await exactly(file, start + at, Math.min(STEP, length - at));
}

/** @throws {PlainError} the file ends before */
async function exactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, position + read);
    if (bytesRead === 0) throw damaged();
    read += bytesRead;
  }
  return bytes;
}

function signatureOf(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}

const isOfZlib = (error: unknown) => String((error as NodeJS.ErrnoException).code).startsWith('Z_');

export const damaged = (cause?: unknown) =>
  new PlainError(
    'This archive is damaged: it was cut off or changed after it was made. Fetch it again.',
    cause ? { cause } : {},
  );
export const foreign = () => new PlainError('This is no archive of an organisation that Vpisnik has made.');
