import { type Role, rankOf } from '@vpisnik/contract/rules/roles';
import type { User } from '@vpisnik/contract/users';
import { AppError, invalidFields } from '../../errors.ts';

/** The caller. */
export type Actor = { accountId: string; role: Role };

/** Role and scope of a user, on which the rules depend. */
type Place = Pick<User, 'role' | 'active' | 'all_groups_allowed' | 'authorized_groups'>;

/**
 * Forbids granting a role above one's own, and changing a user above oneself.
 *
 * @param target the user to change; undefined for an invitation
 * @throws {AppError} forbidden, role_not_allowed
 */
export function requireRank(actor: Actor, target: Pick<User, 'role'> | undefined, granted: Role): void {
  if (target && rankOf(target.role) > rankOf(actor.role)) throw new AppError('forbidden');
  if (rankOf(granted) > rankOf(actor.role))
    throw new AppError('role_not_allowed', { errors: [{ path: 'role', code: 'role_not_allowed' }] });
}

/** Forbids changing one's own role, and deactivating or deleting oneself. Throws own_account. */
export function requireOther(actor: Actor, id: string): void {
  if (actor.accountId === id) throw new AppError('own_account');
}

/** Requires at least one group for a limited user; administrators are never limited. */
export function requireScope({ role, all_groups_allowed, authorized_groups }: Omit<Place, 'active'>): void {
  const isLimited = !all_groups_allowed && rankOf(role) < rankOf('ORGANIZATION_ADMIN');
  if (isLimited && authorized_groups.length === 0)
    throw invalidFields([{ path: 'authorized_groups', code: 'group_required' }]);
}

/** Whether a change takes an administrator who can work away from the organisation. */
export function losesAdministrator(
  before: Place & Pick<User, 'confirmed'>,
  after: Pick<Place, 'role' | 'active'> | undefined,
): boolean {
  const counts = (place: Pick<Place, 'role' | 'active'>) =>
    place.active && place.role === 'ORGANIZATION_ADMIN';
  return before.confirmed && counts(before) && !(after && counts(after));
}
