import { may, type Permission as PermissionName } from '@vpisnik/contract/rules/permissions';
import { isRole, type Rank, type Role, rankOf, roles } from '@vpisnik/contract/rules/roles';
import type { ReactNode } from 'react';
import { useSession } from '../../lib/session/context.ts';
import classes from './Permission.module.css';

/** Treatment of a control that the current role may not use; `enable` leaves it alone. */
export type PermissionAction = 'hide' | 'disable' | 'enable';

/** How a control is shown to a role: enabled if the role suffices, else by `action`. Null (signed out) never suffices. */
export function permitted(current: Role | null, required: Role, action: PermissionAction = 'disable') {
  if (action === 'enable' || (current && rankOf(current) >= rankOf(required))) return 'enable';
  return action;
}

type PermissionProps = {
  /** The lowest role, or what it must be allowed to by the contract's table. */
  role: Role | PermissionName;
  action?: PermissionAction;
  children: ReactNode;
};

/** The lowest role that has a permission. */
const lowestRole = (required: Role | PermissionName): Role =>
  isRole(required) ? required : (roles.find((role) => may(role, required)) ?? 'ADMIN');

/**
 * Disables the controls inside for roles below `role`, or hides them. A link can't be disabled: hide it. The server
 * refuses in any case; this only spares people the refusal.
 */
export function Permission({ role, action, children }: PermissionProps) {
  const answer = permitted(useSession().role, lowestRole(role), action);
  if (answer === 'hide') return null;
  if (answer === 'enable') return children;
  return (
    <fieldset disabled className={classes.disabled} role="none">
      {children}
    </fieldset>
  );
}

/** Tells whether the current role has a permission of the contract, or reaches the rank that it states for a field. */
export type Can = (needed: PermissionName | Rank) => boolean;

/** Returns a check of the current role against permissions and ranks, for code that is not a control. */
export function useCan(): Can {
  const { role } = useSession();
  return (needed) =>
    role !== null && (typeof needed === 'number' ? rankOf(role) >= needed : may(role, needed));
}

/** Whether the current role has one of the contract's permissions. */
export function useMay(permission: PermissionName): boolean {
  return useCan()(permission);
}
