import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, redirect } from '@tanstack/react-router';
import type { SessionStore } from '../../lib/session/context.ts';
import { guard, hrefOf } from '../routing/guard.ts';
import { metaOf } from '../routing/meta.ts';

type RouterContext = { session: SessionStore; queryClient: QueryClient };

export const Route = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  beforeLoad: async ({ context, location, matches }) => {
    const route = metaOf(matches.at(-1)?.fullPath ?? '');
    if (!route) return;
    const session = await context.session.check().catch(() => 'failed' as const);
    const wanted = (location.search as { redirect?: unknown }).redirect;
    const answer = guard({
      route,
      session,
      href: location.href,
      redirect: typeof wanted === 'string' ? wanted : undefined,
    });
    if (answer) throw redirect({ href: hrefOf(answer), replace: true });
  },
});
