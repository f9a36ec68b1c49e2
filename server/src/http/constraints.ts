import type { ErrorCode, FieldError } from '@vpisnik/contract/rules/errors';

type DatabaseError = { code?: string; constraint?: string; table?: string; detail?: string };

/** Unique constraints that have a code of their own; any other is a plain conflict. */
const uniqueCodes: [pattern: RegExp, code: ErrorCode, path?: string][] = [
  [/_label_key$/, 'label_taken', 'label'],
  [/^organization_archives_running_key$/, 'archive_running'],
  [/^saved_views_name_key$/, 'name_taken', 'name'],
  [/^participants_person_key$/, 'already_applied'],
  [/^(accounts|invitations)_email_key$/, 'email_taken', 'email'],
];

/**
 * What a violated constraint means to the caller. Constraints are named `<table>_<field>_<kind>`, so the field is
 * read off the name: a new constraint needs no entry here.
 */
export function problemOfConstraint(
  error: unknown,
  method: string,
): { code: ErrorCode; errors?: FieldError[] } | undefined {
  const { code, constraint, table } = error as DatabaseError;
  if (!constraint || !code) return undefined;
  const field = constraint.replace(`${table}_`, '').replace(/_(fkey|check|key)$/, '');
  switch (code) {
    case '23505': {
      const known = uniqueCodes.find(([pattern]) => pattern.test(constraint));
      if (!known) return { code: 'conflict' };
      const [, taken, path] = known;
      return path ? { code: taken, errors: [{ path, code: taken }] } : { code: taken };
    }
    case '23503':
      if (method === 'DELETE') return { code: 'in_use' };
      return { code: 'invalid_fields', errors: [{ path: `${field}_id`, code: 'unknown_id' }] };
    case '23514':
      return { code: 'invalid_fields', errors: [{ path: field, code: 'invalid_value' }] };
    default:
      return undefined;
  }
}
