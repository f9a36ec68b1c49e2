import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { PlainError } from '../plain-error.ts';

/** An entry of an archive; small enough to be held in memory. */
export type Entry = { name: string; data: Uint8Array };

/** How archives are sealed; only tests change it, in their own process (`server/test/quick-archives.ts`). */
export const sealing = {
  /** Base-2 logarithm of the work that a guess of the passphrase takes; it costs 128 MB of memory and half a second. */
  work: 17,
};

/** Encrypts entries into an archive. It is made as it is read, and fails with what `entries` fails with. */
export async function sealArchive(entries: AsyncIterable<Entry>, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(sealing.work);
  const compressed = createZstdCompress();
  // its failure reaches the reader as the failure of what it reads
  pipeline(packed(entries), compressed).catch(() => {});
  const sealed = await encrypter.encrypt(Readable.toWeb(compressed) as globalThis.ReadableStream<Uint8Array>);
  return Readable.fromWeb(sealed as ReadableStream<Uint8Array>);
}

async function* packed(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const { readable, controller } = createTarPacker();
  const writing = (async () => {
    try {
      for await (const { name, data } of entries) {
        const writer = controller.add({ name, size: data.length, type: 'file', mode: 0o600 }).getWriter();
        await writer.write(data);
        await writer.close();
      }
      controller.finalize();
    } catch (error) {
      controller.error(error);
    }
  })();
  yield* readable as ReadableStream<Uint8Array>;
  await writing;
}

/**
 * Opens an archive and gives its entries in turn. All that it yields is what was sealed: each 64 KB are proved before they come out.
 *
 * @throws {PlainError} the passphrase is another one, or the archive is cut or changed
 */
export async function* openArchive(sealed: Readable, passphrase: string): AsyncGenerator<Entry> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  let opened: globalThis.ReadableStream<Uint8Array>;
  try {
    opened = await decrypter.decrypt(Readable.toWeb(sealed) as globalThis.ReadableStream<Uint8Array>);
  } catch (cause) {
    sealed.destroy();
    if (/no identity matched/.test((cause as Error).message))
      throw new PlainError(
        'BACKUP_PASSPHRASE does not open this archive: it was made with another one, or its first lines were changed.',
        { cause },
      );
    throw new PlainError(damaged, { cause });
  }
  const unpacked = createZstdDecompress();
  const failing = pipeline(Readable.fromWeb(opened as ReadableStream<Uint8Array>), unpacked);
  failing.catch(() => {});
  const entries = (Readable.toWeb(unpacked) as globalThis.ReadableStream<Uint8Array>).pipeThrough(
    createTarDecoder({ strict: true }),
  );
  try {
    for await (const { header, body } of entries as unknown as AsyncIterable<{
      header: { name: string };
      body: ReadableStream<Uint8Array>;
    }>) {
      yield { name: header.name, data: Buffer.concat(await Array.fromAsync(body)) };
    }
    await failing;
  } catch (cause) {
    if (isOfDisk(cause)) throw cause;
    throw new PlainError(damaged, { cause });
  } finally {
    sealed.destroy();
  }
}

const damaged = 'This archive is damaged: it was cut off or changed after it was made. Take another one.';

const isOfDisk = (error: unknown) => 'syscall' in (error as object) || error instanceof PlainError;
