import type { FieldError } from '@vpisnik/contract/rules/errors';
import { eq } from 'drizzle-orm';
import { organizations } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';

/**
 * Languages that a group, a category or a form field may not be given, because its organisation doesn't offer them. Those
 * it has had before it keeps.
 */
export async function languageProblems(
  scope: Scope,
  languages: readonly string[],
  before: readonly string[] = [],
): Promise<FieldError[]> {
  const added = languages.filter((one) => !before.includes(one));
  if (added.length === 0) return [];
  const rows = await scope.tx
    .select({ offered: organizations.languages })
    .from(organizations)
    .where(eq(organizations.id, scope.organizationId));
  const offered = rows[0]?.offered ?? [];
  return added
    .filter((one) => !offered.includes(one))
    .map(() => ({ path: 'languages', code: 'language_not_offered' }));
}
