import { addDays } from '@vpisnik/contract/rules/dates';
import type { Locale } from '../../lib/text/locale.ts';
import { mondayOf } from '../features/dashboard/week.ts';
import { isBehindSignIn } from '../worker/sections.ts';

/** Where a page is opened: its address, its language, and the day on this device. */
type Opened = { pathname: string; search: string; locale: Locale; today: string };

/** What every page behind sign-in asks for. */
const everywhere = ['/users/me', '/organizations/me', '/participants/counts'];

const references = ['/categories?limit=200', '/locations?limit=200'];

/** The editor of a group, by its id; `new` is one that is yet to be made. */
const editor = /^\/groups\/([0-9a-f-]{36}|new)$/;

/** Name of the page's own files, as the build lists them. */
export const pageOf = (pathname: string): string =>
  editor.test(pathname) ? 'editor' : (pathname.split('/')[1] ?? '');

/**
 * What a page asks the API for before its first rows, as it writes the addresses itself; a journey compares. Null where
 * the session is not to be renewed. A list that an address narrows is left to the page, which knows how to read it.
 */
export function firstCalls({ pathname, search, locale, today }: Opened): string[] | null {
  if (!isBehindSignIn(pathname)) return null;
  const isPlain = search === '';
  if (pathname === '/dashboard') {
    const monday = mondayOf(today);
    const week = `/sessions?from=${monday}&to=${addDays(monday, 6)}`;
    return [...everywhere, '/dashboard', ...references, ...(isPlain ? [week] : [])];
  }
  if (pathname === '/groups') {
    const periods = 'period=current&period=upcoming';
    const list = `/groups?${periods}&archived=false&sort=name&language=${locale}&limit=25&with_total=true`;
    const which = [
      'archived=false',
      'archived=false&active=true',
      'archived=false&period=past',
      'archived=true',
    ];
    const counts = which.map((one) => `/groups?${one}&limit=1&with_total=true`);
    return [
      ...everywhere,
      ...(isPlain ? [list] : []),
      ...counts,
      ...references,
      '/users/leaders?former=true',
    ];
  }
  const [, edited] = editor.exec(pathname) ?? [];
  if (edited) {
    const lists = ['/form-fields?limit=200', '/users/leaders', '/notification-templates?limit=200'];
    const group = edited === 'new' ? [] : [`/groups/${edited}`];
    return [...everywhere, ...group, ...references, ...lists];
  }
  if (pathname === '/participants') {
    return [
      ...everywhere,
      ...(isPlain ? ['/participants?limit=50&with_total=true'] : []),
      `/groups?language=${locale}&limit=200`,
    ];
  }
  return everywhere;
}
