import { type Role, rankOf } from '@vpisnik/contract/rules/roles';
import type { MessageKey } from '../../lib/text/i18n.ts';
import {
  type MenuIcon,
  type MenuSection,
  menuSections,
  type RouteMeta,
  type RoutePath,
  routes,
} from './meta.ts';

type MenuPath = {
  [Path in RoutePath]: (typeof routes)[Path] extends { menu: object } ? Path : never;
}[RoutePath];

export type MenuItem = { path: MenuPath; title: MessageKey; icon: MenuIcon };

/** The menu a role sees: routes that are not hidden and that it may open, by section. */
export function menuFor(role: Role, hasOrganization: boolean): { section: MenuSection; items: MenuItem[] }[] {
  const entries = Object.entries(routes) as [MenuPath, RouteMeta][];
  return menuSections
    .map((section) => ({
      section,
      items: entries.flatMap(([path, { menu, title, role: least, tenant }]) =>
        menu?.section === section &&
        (!least || rankOf(role) >= rankOf(least)) &&
        (!tenant || hasOrganization || role !== 'ADMIN')
          ? [{ path, title, icon: menu.icon }]
          : [],
      ),
    }))
    .filter(({ items }) => items.length > 0);
}
