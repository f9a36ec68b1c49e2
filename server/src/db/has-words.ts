import { and, type SQL, sql } from 'drizzle-orm';

/**
 * Whether each word of a search is somewhere in a text, whatever its accents and case; undefined where nothing is searched for.
 * For lists of few rows: no index helps.
 */
export function hasWords(text: SQL, search: string | undefined): SQL | undefined {
  const words = search?.split(/\s+/).filter(Boolean) ?? [];
  return and(...words.map((word) => sql`strpos(app.fold(${text}), app.fold(${word})) > 0`));
}
