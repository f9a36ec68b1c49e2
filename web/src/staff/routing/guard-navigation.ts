import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { fetchLaterCalls } from '../../lib/api.ts';
import type { SessionStore } from '../../lib/session/context.ts';
import { wholeTexts } from '../../lib/text/i18n.ts';
import { isEditing } from '../../ui/form/saving/unsaved.ts';
import { notificationStore } from '../../ui/notice/notify.ts';
import { opensAnew } from '../worker/releases.ts';
import { guard, hrefOf } from './guard.ts';
import { metaOf } from './meta.ts';
import { OfflineError } from './offline-error.ts';

/** Router context of every route. */
export type RouterContext = { session: SessionStore; queryClient: QueryClient };

/**
 * Checks the session and asks the guard, before every navigation and before a page is loaded ahead of one
 * (`preload`); `fullPath` is the matched route's.
 *
 * @throws a redirect when the guard says so; `OfflineError` without a connection
 */
export async function guardNavigation(
  { session: store }: RouterContext,
  { href, pathname, search }: { href: string; pathname: string; search: object },
  fullPath: string | undefined,
  preload = false,
): Promise<void> {
  const route = metaOf(fullPath ?? '');
  if (!route) return;
  const texts = route.daily ? undefined : wholeTexts();
  // a failure is met where it is awaited, and where a call is made
  texts?.catch(() => {});
  if (!route.daily) fetchLaterCalls().catch(() => {});
  // opening a public page gives up an edit that waits for a new sign-in
  if (route.auth === false && !preload) store.release?.();
  if (!preload && opensAnew(pathname, () => !isEditing() && notificationStore.get().length === 0)) {
    window.location.reload();
    // until the page is left
    await new Promise(() => {});
  }
  const session = await store.check().catch(() => {
    // signing in would be as vain
    if (!navigator.onLine) throw new OfflineError();
    return 'failed' as const;
  });
  const wanted = 'redirect' in search ? search.redirect : undefined;
  const answer = guard({
    route,
    session,
    href,
    redirect: typeof wanted === 'string' ? wanted : undefined,
  });
  if (answer) throw redirect({ href: hrefOf(answer), replace: true });
  await texts;
}
