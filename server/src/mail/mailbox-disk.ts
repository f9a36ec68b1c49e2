import type { WriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';

type Answered = (error: (Error & { responseCode?: number }) | null, message?: string) => void;

/** What an SMTP server does with the text of a mail. */
export type OnData = (stream: Readable, session: unknown, answered: Answered) => void;

const fs = createRequire(import.meta.url)('fs') as { createWriteStream: (path: string) => WriteStream };

/**
 * maildev says that a mail is taken before it is on the disk, and a disk that is full or gone ends the process, for nobody
 * hears of the file's error. With this it answers 452, and whoever sends tries again later.
 *
 * @param dir where maildev writes mails, each with one call of `fs.createWriteStream` while it is given the mail
 * @param take maildev's own handler
 * @param onRefused told the id of a mail that was refused, which maildev may already show
 * @returns also whether a mail, by its id, was refused; maildev may show it later all the same
 */
export function refuseWhenFull(
  dir: string,
  take: OnData,
  onRefused: (id: string) => void,
): { onData: OnData; isRefused(id: string): boolean; stop(): void } {
  const refused = new Set<string>();
  const { createWriteStream } = fs;
  let last: WriteStream | undefined;
  const watched = (path: string) => {
    const file = createWriteStream(path);
    if (dirname(path) !== resolve(dir)) return file;
    last = file;
    return file.on('error', () => {});
  };
  fs.createWriteStream = watched;

  const onData: OnData = (stream, session, answered) => {
    last = undefined;
    let taken: string | undefined;
    take(stream, session, (error, message) => {
      if (error || !last) answered(error, message);
      taken = message;
    });
    const file = last as WriteStream | undefined;
    file?.once('error', () => {
      // what is left of the mail has to be read, or its sender waits
      stream.resume();
      const id = basename(String(file.path), '.eml');
      refused.add(id);
      onRefused(id);
      answered(Object.assign(new Error('The mailbox is full'), { responseCode: 452 }));
    });
    file?.once('finish', () => answered(null, taken));
  };
  return {
    onData,
    isRefused: (id) => refused.has(id),
    stop() {
      if (fs.createWriteStream === watched) fs.createWriteStream = createWriteStream;
    },
  };
}
