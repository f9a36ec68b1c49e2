import type { FieldError } from '@vpisnik/contract/rules/errors';
import { type User, users } from '@vpisnik/contract/users';
import { problemsOfBody } from '../../../lib/form/problems.ts';
import type { Locale } from '../../../lib/text/locale.ts';
import type { MemberRole } from './address.ts';

/** Values of a user's form. Only an invitation asks for e-mail and language. */
export type UserValues = {
  name: string;
  email: string;
  language: Locale;
  role: MemberRole;
  all_groups_allowed: boolean;
  authorized_groups: string[];
};

/** Initial values: the user's, or those of an invitation with the lowest role and no groups. */
export const valuesOf = (user: User | null, locale: Locale): UserValues => ({
  name: user?.name ?? '',
  email: user?.email ?? '',
  language: user?.language ?? locale,
  role: user?.role ?? 'GROUP_VIEWER_USER',
  all_groups_allowed: user?.all_groups_allowed ?? false,
  authorized_groups: user?.authorized_groups ?? [],
});

/** Whether a role is limited to groups at all. */
export const isLimitable = (role: MemberRole): boolean => role !== 'ORGANIZATION_ADMIN';

/** Request body; an unlimited user is sent without a list of groups. */
export function wireOf(values: UserValues): UserValues {
  const isUnlimited = !isLimitable(values.role) || values.all_groups_allowed;
  return isUnlimited ? { ...values, all_groups_allowed: true, authorized_groups: [] } : values;
}

/** Validates the form; a limited user needs at least one group. */
export function problemsOf(values: UserValues): FieldError[] {
  const wire = wireOf(values);
  const isEmpty = !wire.all_groups_allowed && wire.authorized_groups.length === 0;
  return problemsOfBody(
    users.invite.body,
    { ...wire, email: values.email.trim() },
    isEmpty ? [{ path: 'authorized_groups', code: 'group_required' }] : [],
  );
}
