import { firstCalls } from 'virtual:first-calls';
import type { Rank } from '@vpisnik/contract/rules/roles';
import type { Can } from '../../../permission/Permission.tsx';
import type { GroupField } from './values.ts';

const ranks: Partial<Record<GroupField, Rank>> = firstCalls.groups?.update?.fieldRanks ?? {};

/** Whether a field is locked for the user's rank; a new group needs `groups.manage` for every field. */
export function isLockedFor(can: Can, isNew: boolean, field: GroupField): boolean {
  return !can(isNew ? 'groups.manage' : (ranks[field] ?? 'groups.edit'));
}
