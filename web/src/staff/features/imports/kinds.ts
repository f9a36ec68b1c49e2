import { type ImportKind, importKinds } from '@vpisnik/contract/imports';
import type { Permission } from '@vpisnik/contract/rules/permissions';

/** Each kind's list, and the permission to add rows. */
export const lists = {
  groups: { to: '/groups', permission: 'groups.manage', title: 'modules.group.groups' },
  categories: { to: '/categories', permission: 'categories.manage', title: 'layout.titles.categories' },
  locations: { to: '/locations', permission: 'locations.manage', title: 'layout.titles.locations' },
} as const satisfies Record<ImportKind, { to: string; permission: Permission; title: string }>;

/** Whether a part of an address names something that can be imported. */
export function isImportKind(text: string): text is ImportKind {
  return importKinds.some((kind) => kind === text);
}
