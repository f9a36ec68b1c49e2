import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Mail, readMail } from './mail.ts';

/** The mails of a folder, one `.eml` file each. */
export type MailStore = {
  /** Oldest first. */
  mails: readonly Mail[];
  /**
   * Keeps a mail; it is on the disk before it is listed.
   *
   * @throws {Error} of the file system; then nothing of the mail stays
   */
  add(source: Buffer): Promise<void>;
  /** The source of a listed mail. */
  source(mail: Mail): Promise<Buffer>;
};

/** Opens the folder, makes it if missing, and reads the mails that it keeps. */
export async function openMailStore(dir: string): Promise<MailStore> {
  await mkdir(dir, { recursive: true });
  const fileOf = (id: string) => join(dir, `${id}.eml`);
  const draft = join(dir, 'incoming');
  await rm(draft, { force: true });
  const mails = await readMails(dir);

  const write = async (source: Buffer): Promise<void> => {
    const id = randomUUID();
    try {
      await writeFile(draft, source, { flush: true });
      await rename(draft, fileOf(id));
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    mails.push(await readMail(id, new Date(), source));
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    mails,
    add(source) {
      // one after the other: they share the draft, and are listed in the order of their arrival
      const added = last.then(() => write(source));
      last = added.catch(() => {});
      return added;
    },
    source: ({ id }) => readFile(fileOf(id)),
  };
}

async function readMails(dir: string): Promise<Mail[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.eml'));
  const found = await Promise.all(
    names.map(async (name) => ({ name, written: await stat(join(dir, name)) })),
  );
  found.sort((a, b) => a.written.mtimeMs - b.written.mtimeMs);
  return await Promise.all(
    found.map(async ({ name, written }) =>
      readMail(name.slice(0, -'.eml'.length), written.mtime, await readFile(join(dir, name))),
    ),
  );
}
