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

/** Whether a role may open a route; a platform ADMIN only what needs no organisation, before one is chosen. */
export const mayOpen = (role: Role, hasOrganization: boolean, { role: least, tenant }: RouteMeta): boolean =>
  (!least || rankOf(role) >= rankOf(least)) && (!tenant || hasOrganization || role !== 'ADMIN');

/** The menu a role sees: routes that are not hidden and that it may open, by section. */
export function menuFor(role: Role, hasOrganization: boolean): { section: MenuSection; items: MenuItem[] }[] {
  const entries = Object.entries(routes) as [MenuPath, RouteMeta][];
  return menuSections
    .map((section) => ({
      section,
      items: entries.flatMap(([path, route]) =>
        route.menu?.section === section && mayOpen(role, hasOrganization, route)
          ? [{ path, title: route.title, icon: route.menu.icon }]
          : [],
      ),
    }))
    .filter(({ items }) => items.length > 0);
}
