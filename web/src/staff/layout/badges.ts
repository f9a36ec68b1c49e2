import { useSyncExternalStore } from 'react';
import type { RoutePath } from '../routing/meta.ts';

type Badges = { readonly [Path in RoutePath]?: number };

let badges: Badges = {};
const listeners = new Set<() => void>();

/** Shows a number beside a menu item, for instance applications waiting for a decision; 0 hides it. */
export function setMenuBadge(path: RoutePath, count: number): void {
  if (badges[path] === count) return;
  badges = { ...badges, [path]: count };
  for (const listener of listeners) listener();
}

/** The numbers beside menu items. */
export function useMenuBadges(): Badges {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => badges,
  );
}
