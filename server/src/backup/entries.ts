import type { Readable } from 'node:stream';
import type { z } from 'zod';
import { PlainError } from '../plain-error.ts';
import { type Entry, openArchive } from './archive.ts';
import { FORMAT, type Head, head, type Sums, secretKeys, sums } from './format.ts';

/** A file of an archive; its pieces must be read before the next file. */
export type ArchivedFile = { key: string; pieces: AsyncIterable<Uint8Array> };

/** An archive that is being read from its beginning to its end. */
export class ArchiveReader {
  #entries: AsyncGenerator<Entry>;
  #next: Entry | undefined;

  private constructor(entries: AsyncGenerator<Entry>) {
    this.#entries = entries;
  }

  /** @throws {PlainError} the passphrase is another one, or the archive is damaged */
  static async open(sealed: Readable, passphrase: string): Promise<ArchiveReader> {
    const reader = new ArchiveReader(openArchive(sealed, passphrase));
    await reader.#advance();
    return reader;
  }

  async #advance(): Promise<void> {
    const { value, done } = await this.#entries.next();
    this.#next = done ? undefined : value;
  }

  /**
   * Reads what an archive begins with.
   *
   * @throws {PlainError} it is of another kind, or of a later release
   */
  async readHead(): Promise<{ head: Head; secretKeys: [string, ...string[]] }> {
    const data = await this.#read('head.json');
    const { format } = (data ?? {}) as { format?: number };
    if (typeof format === 'number' && format > FORMAT)
      throw new PlainError('This archive was made by a newer release of Vpisnik. Restore it with that one.');
    return {
      head: parsed(head, data),
      secretKeys: parsed(secretKeys, await this.#read('secret-keys.json')),
    };
  }

  /** Pieces of a table's rows; of none when it has none. Tables come in the order of the head. */
  rowsOf(table: string): AsyncIterable<Buffer> {
    return this.#below(`rows/${table}/`);
  }

  /** All files, in turn. */
  async *files(): AsyncGenerator<ArchivedFile> {
    while (this.#next?.name.startsWith('files/')) {
      const folder = this.#next.name.slice(0, this.#next.name.lastIndexOf('/') + 1);
      yield { key: folder.slice('files/'.length, -1), pieces: this.#below(folder) };
    }
  }

  /** Reads what an archive ends with, and that nothing follows. */
  async readSums(): Promise<Sums> {
    const read = parsed(sums, await this.#read('sums.json'));
    if (this.#next) throw new PlainError(unknown);
    return read;
  }

  /** Lets go of an archive that is not read to its end. */
  async close(): Promise<void> {
    await this.#entries.return(undefined);
  }

  async *#below(path: string): AsyncGenerator<Buffer> {
    while (this.#next?.name.startsWith(path) && !this.#next.name.slice(path.length).includes('/')) {
      yield Buffer.from(this.#next.data.buffer, this.#next.data.byteOffset, this.#next.data.byteLength);
      await this.#advance();
    }
  }

  async #read(name: string): Promise<unknown> {
    if (this.#next?.name !== name) throw new PlainError(unknown);
    const value: unknown = JSON.parse(Buffer.from(this.#next.data).toString('utf8'));
    await this.#advance();
    return value;
  }
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, success } = schema.safeParse(value);
  if (!success) throw new PlainError(unknown);
  return data;
}

const unknown = 'This is no archive that Vpisnik has made.';
