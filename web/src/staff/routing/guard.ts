import { type Role, rankOf } from '@vpisnik/contract/rules/roles';
import type { SessionState } from '../../lib/session/context.ts';
import type { RouteMeta, RoutePath } from './meta.ts';

export type GuardInput = {
  route: RouteMeta & { path: RoutePath };
  /** `failed`: the session check of this navigation failed. */
  session: SessionState | 'failed';
  /** Requested path with its query. */
  href: string;
  /** The `redirect` parameter of the login page. */
  redirect?: string | undefined;
};

/** Target of a redirect. `href` is a path of this app with its query. */
export type Redirect =
  | { to: '/login' | '/required-password-change'; redirect?: string }
  | { to: '/dashboard' | '/organizations' | '/disabled' | '/setup' }
  | { href: string };

/** A redirect as a path with its query. */
export function hrefOf(redirect: Redirect): string {
  if ('href' in redirect) return redirect.href;
  if ('redirect' in redirect && redirect.redirect) {
    return `${redirect.to}?${new URLSearchParams({ redirect: redirect.redirect })}`;
  }
  return redirect.to;
}

/** A path of this app that may follow sign-in, or null: other origins and the login page itself are refused. */
export function safeRedirect(target: string | undefined): string | null {
  if (!target?.startsWith('/') || /^\/[/\\]/.test(target) || target.includes('\\')) return null;
  const { origin, pathname, search, hash } = new URL(target, 'http://app.invalid');
  // `/.//evil.test` is a path only as long as it is written like that
  if (origin !== 'http://app.invalid' || pathname.startsWith('//') || pathname === '/login') return null;
  return pathname + search + hash;
}

/** Landing page after a sign-in without a target; administrators of a new organisation start at the first-run guide. */
function landingOf(role: Role, organization: SessionState['organization']) {
  if (role === 'ADMIN' && !organization) return '/organizations';
  const isNew = role === 'ORGANIZATION_ADMIN' && organization?.setup_completed === false;
  return isNew ? '/setup' : '/dashboard';
}

/** Every routing rule of the product as one function; null lets the navigation through. */
export function guard({ route, session, href, redirect }: GuardInput): Redirect | null {
  const state = session === 'failed' ? null : session;
  const onward = href === '/dashboard' || href === '/' ? {} : { redirect: href };
  if (!state?.user) return route.auth === false ? null : { to: '/login', ...onward };
  if (state.mustChangePassword) {
    if (route.path === '/required-password-change') return null;
    const wanted = route.login ? safeRedirect(redirect) : href;
    return {
      to: '/required-password-change',
      ...(wanted && wanted !== '/dashboard' && { redirect: wanted }),
    };
  }
  const { organization } = state;
  const role = state.role ?? state.user.role;
  const landing = landingOf(role, organization);
  // A platform ADMIN is never locked out by an organisation they act for.
  if (organization?.active === false && role !== 'ADMIN') {
    return route.path === '/disabled' ? null : { to: '/disabled' };
  }
  if (route.path === '/disabled') return { to: landing };
  if (route.login) {
    const target = safeRedirect(redirect);
    return target ? { href: target } : { to: landing };
  }
  if (route.tenant && !organization && role === 'ADMIN') return { to: '/organizations' };
  if (route.role && role !== 'ADMIN' && rankOf(role) < rankOf(route.role)) return { to: '/dashboard' };
  return null;
}
