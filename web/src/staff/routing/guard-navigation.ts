import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import type { SessionStore } from '../../lib/session/context.ts';
import { wholeTexts } from '../../lib/text/i18n.ts';
import { guard, hrefOf } from './guard.ts';
import { metaOf } from './meta.ts';

/** Router context of every route. */
export type RouterContext = { session: SessionStore; queryClient: QueryClient };

/**
 * Checks the session and asks the guard, before every navigation and before a page is loaded ahead of one
 * (`preload`); `fullPath` is the matched route's.
 *
 * @throws a redirect when the guard says so
 */
export async function guardNavigation(
  { session: store }: RouterContext,
  location: { href: string; search: object },
  fullPath: string | undefined,
  preload = false,
): Promise<void> {
  const route = metaOf(fullPath ?? '');
  if (!route) return;
  const texts = route.daily ? undefined : wholeTexts();
  // a failure is met where it is awaited
  texts?.catch(() => {});
  // opening a public page gives up an edit that waits for a new sign-in
  if (route.auth === false && !preload) store.release?.();
  const session = await store.check().catch(() => 'failed' as const);
  const wanted = 'redirect' in location.search ? location.search.redirect : undefined;
  const answer = guard({
    route,
    session,
    href: location.href,
    redirect: typeof wanted === 'string' ? wanted : undefined,
  });
  if (answer) throw redirect({ href: hrefOf(answer), replace: true });
  await texts;
}
