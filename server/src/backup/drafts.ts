import { mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const HOUR = 3_600_000;

/** Milliseconds without a change after which a draft belongs to a process that is gone. */
const ABANDONED = 24 * HOUR;

/**
 * Makes a folder for what a command unpacks. It is removed when `parts` end; one whose process was killed, by the next command that
 * makes such a folder.
 */
export async function openDraftFolder(
  parts: AsyncDisposableStack,
  dataDir: string,
  kind: 'archive' | 'verify',
): Promise<string> {
  // the operator may keep folders here too: only ours begin so
  const prefix = `unpacked-${kind}-`;
  await removeAbandoned(dataDir, (name) => name.startsWith(prefix));
  const dir = await mkdtemp(join(dataDir, prefix));
  // work that takes days must not look abandoned. No process id says so: a container has its own
  const renewing = setInterval(() => {
    const now = new Date();
    utimes(dir, now, now).catch(() => {});
  }, HOUR).unref();
  parts.defer(() => clearInterval(renewing));
  // again where something was just being written
  parts.defer(() => rm(dir, { recursive: true, force: true, maxRetries: 5 }));
  return dir;
}

/** Removes drafts whose process was killed. */
export async function removeAbandoned(folder: string, isDraft: (name: string) => boolean): Promise<void> {
  for (const name of (await readdir(folder)).filter(isDraft)) {
    const draft = join(folder, name);
    const { mtimeMs = Date.now() } = (await stat(draft).catch(() => undefined)) ?? {};
    if (Date.now() - mtimeMs > ABANDONED) await rm(draft, { recursive: true, force: true });
  }
}
