import type { Language } from '@vpisnik/contract/common';
import { type SQL, sql } from 'drizzle-orm';

/**
 * What groups are sorted by in a language. As the indexes `groups_name_sl` and `groups_name_en` have it; the languages
 * are therefore no parameters.
 */
export function nameKey(name: SQL, language: Language): SQL {
  const [first, second] = language === 'sl' ? ['sl', 'en'] : ['en', 'sl'];
  return sql`coalesce(nullif(${name} ->> ${sql.raw(`'${first}'`)}, ''), ${name} ->> ${sql.raw(`'${second}'`)}, '')
    collate "sl-x-icu"`;
}
