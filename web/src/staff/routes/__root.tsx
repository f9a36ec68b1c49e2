import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { guardNavigation, type RouterContext } from '../routing/guard-navigation.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  beforeLoad: async ({ context, location, matches, preload }) => {
    await guardNavigation(context, location, matches.at(-1)?.fullPath, preload);
  },
});
