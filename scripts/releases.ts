import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.ts';

/** A release: the tag `v<version>`, and what is known of it where a clone has no tags. */
export interface Release {
  version: string;
  commit: string;
  /** Its newest migration. */
  migration: string;
}

/** All releases, the oldest first. */
export const readReleases = (): Release[] =>
  JSON.parse(readFileSync(join(root, 'releases.json'), 'utf8')) as Release[];
