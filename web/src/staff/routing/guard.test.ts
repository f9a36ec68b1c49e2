import { readFileSync } from 'node:fs';
import { type Role, rankOf, roles } from '@vpisnik/contract/rules/roles';
import { describe, expect, it } from 'vitest';
import type { SessionOrganization, SessionState } from '../../lib/session/context.ts';
import { guard, hrefOf, safeRedirect } from './guard.ts';
import { menuFor } from './menu.ts';
import { metaOf, type RouteMeta, type RoutePath, routes } from './meta.ts';

const organization = { id: 'o1', name: 'Zvezda', active: true } as SessionOrganization;
const inactive = { ...organization, active: false };

function signedIn(role: Role, own: SessionOrganization | null): SessionState {
  const user = {
    id: 'u1',
    name: 'Maja',
    email: 'm@z.test',
    organizationId: own?.id ?? null,
    role,
    idToken: 't',
  };
  return { user, organization: own, role };
}
const nobody: SessionState = { user: null, organization: null, role: null };

const paths = Object.keys(routes) as RoutePath[];
const metaFor = (path: RoutePath): RouteMeta & { path: RoutePath } => ({ ...routes[path], path });
const isOpen = (path: RoutePath) => table[path] === 'everybody';

function go(path: RoutePath, session: SessionState | 'failed', redirect?: string): string | null {
  const answer = guard({ route: metaFor(path), session, href: path, redirect });
  return answer && hrefOf(answer);
}
const toLogin = (path: string) =>
  path === '/dashboard' ? '/login' : `/login?redirect=${encodeURIComponent(path)}`;

/** Lowest role per route, from the specification's table. A new route has to be entered here. */
const table: Record<RoutePath, 'everybody' | 'signed in' | Role> = {
  '/login': 'everybody',
  '/register': 'everybody',
  '/register-success': 'everybody',
  '/activation': 'everybody',
  '/invitation': 'everybody',
  '/reset-password': 'everybody',
  '/reset-password/confirm': 'everybody',
  '/required-password-change': 'everybody',
  '/email-change': 'everybody',
  '/owner-change': 'everybody',
  '/dashboard': 'signed in',
  '/account': 'signed in',
  '/account/security': 'signed in',
  '/organizations': 'ADMIN',
  '/organizations/use': 'ADMIN',
  '/organizations/mails': 'ADMIN',
  '/organizations/dns': 'ADMIN',
  '/installation': 'ADMIN',
  '/groups': 'GROUP_VIEWER_USER',
  '/groups/$group_id': 'GROUP_VIEWER_USER',
  '/imports/$kind': 'GROUP_ADMIN',
  '/groups/$group_id/roster': 'GROUP_VIEWER_USER',
  '/users': 'ORGANIZATION_ADMIN',
  '/participants': 'ORGANIZATION_ADMIN',
  '/participants/$participant_id': 'ORGANIZATION_ADMIN',
  '/participants/$participant_id/account': 'GROUP_ADMIN',
  '/payments': 'ORGANIZATION_ADMIN',
  '/messages': 'ORGANIZATION_ADMIN',
  '/messages/$message_id': 'GROUP_ADMIN',
  '/families/$family_id': 'GROUP_ADMIN',
  '/participants/$participant_id/same/$other_id': 'ORGANIZATION_ADMIN',
  '/payments/report': 'ORGANIZATION_ADMIN',
  '/payments/statements': 'ORGANIZATION_ADMIN',
  '/payments/statements/$statement_id': 'ORGANIZATION_ADMIN',
  '/settings': 'ORGANIZATION_ADMIN',
  '/activity': 'ORGANIZATION_ADMIN',
  '/setup': 'ORGANIZATION_ADMIN',
  '/disabled': 'GROUP_VIEWER_USER',
  '/locations': 'ORGANIZATION_ADMIN',
  '/categories': 'ORGANIZATION_ADMIN',
  '/form-fields': 'ADMIN',
  '/notifications': 'ORGANIZATION_ADMIN',
  '/notifications/$template_id': 'ORGANIZATION_ADMIN',
};

/** The lowest role that the table asks for; undefined where it asks for none. */
function leastFor(path: RoutePath): Role | undefined {
  const entry = table[path];
  return entry === 'everybody' || entry === 'signed in' ? undefined : entry;
}

it('every route is in the table', () => {
  expect(paths.toSorted()).toEqual(Object.keys(table).sort());
});

describe.each(paths)('%s', (path) => {
  it('has the lowest role of the table, and is public only where the table says so', () => {
    expect(metaFor(path).role).toBe(leastFor(path));
    expect(metaFor(path).auth === false).toBe(isOpen(path));
  });

  it('is open without sign-in only in the account area', () => {
    for (const session of [nobody, 'failed'] as const) {
      expect(go(path, session)).toBe(isOpen(path) ? null : toLogin(path));
    }
  });

  it.each(roles.filter((role) => role !== 'ADMIN'))('for %s of an active organisation', (role) => {
    const required = leastFor(path);
    const allowed = !required || rankOf(role) >= rankOf(required);
    const expected = path === '/login' || path === '/disabled' || !allowed ? '/dashboard' : null;
    expect(go(path, signedIn(role, organization))).toBe(expected);
  });

  it.each(roles.filter((role) => role !== 'ADMIN'))('for %s of an inactive organisation', (role) => {
    expect(go(path, signedIn(role, inactive))).toBe(path === '/disabled' ? null : '/disabled');
  });

  it.each([organization, inactive])('for ADMIN acting for an organisation, active or not', (own) => {
    const expected = path === '/login' || path === '/disabled' ? '/dashboard' : null;
    expect(go(path, signedIn('ADMIN', own))).toBe(expected);
  });

  it('for ADMIN who has chosen no organisation', () => {
    const stays = isOpen(path)
      ? path !== '/login'
      : /^\/(?:organizations|installation|account)(?:\/|$)/.test(path);
    expect(go(path, signedIn('ADMIN', null))).toBe(stays ? null : '/organizations');
  });

  it('waits for a new password that is demanded, whatever the role or the organisation', () => {
    for (const role of roles) {
      for (const own of [organization, inactive, null]) {
        const session = { ...signedIn(role, own), mustChangePassword: true };
        const due = '/required-password-change';
        const onward =
          path === '/login' || path === '/dashboard' ? '' : `?redirect=${encodeURIComponent(path)}`;
        expect(go(path, session)).toBe(path === due ? null : due + onward);
      }
    }
  });

  it('never redirects in a circle', () => {
    const sessions = [
      nobody,
      ...roles.flatMap((role) => [signedIn(role, organization), signedIn(role, inactive)]),
    ];
    const due = { ...signedIn('GROUP_ADMIN', inactive), mustChangePassword: true };
    for (const session of [...sessions, signedIn('ADMIN', null), due]) {
      const first = go(path, session);
      const next = first && metaOf(new URL(first, 'http://app.invalid').pathname);
      if (next) expect(guard({ route: next, session, href: next.path })).toBe(null);
    }
  });
});

describe('details', () => {
  it('gives every file route its meta, and every route of the signed-in layouts its file', () => {
    const tree = readFileSync(new URL('../routeTree.gen.ts', import.meta.url), 'utf8');
    const declared = /interface FileRoutesByFullPath \{(.*?)\n\}/s.exec(tree)?.[1] ?? '';
    const files = [...declared.matchAll(/'(.+?)':/g)].map(([, path = '']) => path.replace(/(?<=.)\/$/, ''));
    // Unknown paths only redirect, and the provider's answer makes the session that the guard would ask for.
    const unguarded = ['/', '/$', '/auth/callback'];
    expect(files.filter((path) => !unguarded.includes(path) && !metaOf(path))).toEqual([]);
    expect(paths.filter((path) => !isOpen(path) && !files.includes(path))).toEqual([]);
  });

  it('counts an organisation that could not be fetched as active', () => {
    expect(go('/groups', signedIn('GROUP_VIEWER_USER', null))).toBe(null);
  });

  it('returns to the page whose link led to sign-in, with its query', () => {
    const href = '/groups/g1?tab=participants&participant=p1';
    const sent = guard({ route: metaFor('/groups/$group_id'), session: nobody, href });
    expect(sent).toEqual({ to: '/login', redirect: href });
    expect(go('/login', signedIn('GROUP_VIEWER_USER', organization), href)).toBe(href);
  });

  it.each([
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/a\\..\\b',
    '/.//evil.test',
    '/a/..//evil.test',
    '/\t/evil.test',
    'javascript:alert(1)',
    'groups',
    '/login',
    '/login?redirect=/login',
    '',
    undefined,
  ])('refuses to go to %s after sign-in', (target) => {
    expect(safeRedirect(target)).toBe(null);
    expect(go('/login', signedIn('ADMIN', organization), target)).toBe('/dashboard');
  });
});

describe('the menu', () => {
  const listed = (role: Role, hasOrganization = true) =>
    menuFor(role, hasOrganization).flatMap(({ items }) => items.map(({ path }) => path));

  it('shows a viewer the dashboard and the groups', () => {
    expect(listed('GROUP_VIEWER_USER')).toEqual(['/dashboard', '/groups']);
  });

  it('shows everything of the organisation to its administrator', () => {
    expect(listed('ORGANIZATION_ADMIN')).toEqual([
      '/dashboard',
      '/groups',
      '/participants',
      '/categories',
      '/locations',
      '/notifications',
      '/users',
      '/settings',
    ]);
  });

  it('shows form fields to ADMIN alone, and nothing of an organisation before one is chosen', () => {
    expect(roles.filter((role) => listed(role).includes('/form-fields'))).toEqual(['ADMIN']);
    expect(listed('ADMIN', false)).toEqual([]);
  });
});
