import { readFile } from 'node:fs/promises';

/** The version of the application. */
export async function readRelease(): Promise<string> {
  const file = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(file) as { version: string }).version;
}
