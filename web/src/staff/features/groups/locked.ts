import { groups } from '@vpisnik/contract/groups';
import { permissions } from '@vpisnik/contract/permissions';
import { type Rank, type Role, rankOf } from '@vpisnik/contract/roles';
import type { GroupField } from './group-form.ts';

const ranks: Partial<Record<GroupField, Rank>> = groups.update.fieldRanks;

/** Whether a field is above somebody's rank; a group that is yet to be made asks for all of them. */
export function isLockedFor(role: Role | null, isNew: boolean, field: GroupField): boolean {
  const rank = role ? rankOf(role) : 0;
  return rank < (isNew ? permissions['groups.manage'] : (ranks[field] ?? permissions['groups.edit']));
}
