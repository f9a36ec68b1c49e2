/** Categories and locations that are made along with the groups that name them. */
import type { ImportKind } from '@vpisnik/contract/imports';
import { fold } from '@vpisnik/contract/rules/slug';
import type { Scope } from '../../db/scope.ts';
import { categoryNamed, locationNamed } from './named.ts';
import { selectCategories } from './queries.ts';
import { type Known, meant, referencesOf } from './references.ts';
import { insertRows } from './writes.ts';

/** How often another label is looked for while others take it. */
const ATTEMPTS = 5;

type Names = { categories: string[]; locations: string[] };
type Made = Record<'category' | 'location', ReadonlyMap<string, string>>;

/** Makes the categories and locations that groups name, and gives their ids by folded name. */
export async function insertMissing(scope: Scope, missing: Names, known: Known): Promise<Made> {
  const places = missing.locations.flatMap((name) => {
    const { body } = locationNamed(name);
    return body ? [{ name, body }] : [];
  });
  return {
    category: await insertNamedCategories(scope, missing.categories, known),
    location: await insertNamed(scope, 'locations', places),
  };
}

async function insertNamed(
  scope: Scope,
  kind: ImportKind,
  named: readonly { name: string; body: Record<string, unknown> }[],
): Promise<Map<string, string>> {
  const ids = await insertRows(
    scope,
    kind,
    named.map(({ body }) => body),
  );
  return new Map(
    named.flatMap(({ name }, at): [string, string][] => {
      const id = ids[at];
      return id ? [[fold(name), id]] : [];
    }),
  );
}

/** Inserts categories; if a label is taken at the same moment, uses the new category of that name or tries another label. */
async function insertNamedCategories(
  scope: Scope,
  names: string[],
  known: Known,
): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  let there = known.categories;
  for (let left = names, attempt = 1; left.length > 0 && attempt <= ATTEMPTS; attempt += 1) {
    if (attempt > 1) there = await selectCategories(scope);
    const { categories: index } = referencesOf({ ...known, categories: there });
    const taken = new Set(there.map(({ label }) => label));
    const bodies = left.flatMap((name) => {
      const theirs = attempt > 1 ? meant(index, name) : undefined;
      if (theirs && theirs !== 'ambiguous' && theirs.active) made.set(fold(name), theirs.id);
      if (theirs) return [];
      const { body } = categoryNamed(name, {
        languages: known.languages,
        own: known.default_language,
        taken,
      });
      if (body) taken.add(body.label);
      return body ? [{ name, body }] : [];
    });
    for (const [name, id] of await insertNamed(scope, 'categories', bodies)) made.set(name, id);
    left = left.filter((name) => !made.has(fold(name)));
  }
  return made;
}
