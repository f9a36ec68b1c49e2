import { readFile } from 'node:fs/promises';

/** The version of the application. */
export async function readRelease(): Promise<string> {
  const file = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}

const { compare } = new Intl.Collator('en', { numeric: true });

/** Negative when a release, as `0.2.0`, is older than another; positive when it is newer. */
export const compareReleases = (one: string, other: string): number => compare(one, other);
