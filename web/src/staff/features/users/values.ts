import type { FieldError } from '@vpisnik/contract/rules/errors';
import { type User, users } from '@vpisnik/contract/users';
import { problemsOfBody } from '../../../lib/form/problems.ts';
import type { Locale } from '../../../lib/text/locale.ts';
import type { MemberRole } from './address.ts';

/** What the form of one of the staff holds. E-mail and language are asked for only with an invitation. */
export type UserValues = {
  name: string;
  email: string;
  language: Locale;
  role: MemberRole;
  all_groups_allowed: boolean;
  authorized_groups: string[];
};

/** The form's beginning: what is known, or an invitation that gives little away. */
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

/** What travels: somebody who is not limited has no list of groups. */
export function wireOf(values: UserValues): UserValues {
  const isUnlimited = !isLimitable(values.role) || values.all_groups_allowed;
  return isUnlimited ? { ...values, all_groups_allowed: true, authorized_groups: [] } : values;
}

/** What is wrong with the form; somebody limited needs a group, unless they lead one. */
export function problemsOf(values: UserValues): FieldError[] {
  const wire = wireOf(values);
  const isEmpty = !wire.all_groups_allowed && wire.authorized_groups.length === 0;
  return problemsOfBody(
    users.invite.body,
    { ...wire, email: values.email.trim() },
    isEmpty ? [{ path: 'authorized_groups', code: 'group_required' }] : [],
  );
}
