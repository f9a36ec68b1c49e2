import type { Early } from '../../lib/session/early.ts';
import { mayHaveSession, RENEWAL_LOCK } from '../../lib/session/may-have-session.ts';
import { initialLocale } from '../../lib/text/locale.ts';
import { storedColorScheme } from '../layout/color-schemes.ts';
import { firstCalls, pageOf } from './first-calls.ts';
import { fetchStyle } from './style.ts';

/**
 * Runs in the document itself, before any file has come: renews the session and asks for what the page shows first, in
 * one call, has the page's own files fetched beside the entry, and shows the shape of the layout meanwhile. What it gets is left in memory alone, for
 * `lib/session/early.ts` (docs/decisions/027-first-second.md).
 */

/** Files of pages and texts by their names; the build fills it in. */
declare const __FILES__: Readonly<Record<string, readonly string[]>>;

const { pathname, search } = window.location;
const locale = initialLocale();
const { dataset } = document.documentElement;

const scheme = storedColorScheme();
if (scheme) dataset.mantineColorScheme = scheme;
__FILES__.style?.forEach(fetchStyle);

for (const name of ['frame', locale, pageOf(pathname)]) {
  for (const href of __FILES__[name] ?? []) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}

const now = new Date();
const two = (part: number) => String(part).padStart(2, '0');
const today = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
const urls = firstCalls({ pathname, search, locale, today });

/** The organisation that an ADMIN acts for in this tab, as `acting.ts` finds it. */
function actingFor(): string | null {
  try {
    return new URLSearchParams(search).get('organization_id') ?? sessionStorage.getItem('vpisnik.acting-for');
  } catch {
    return null;
  }
}

async function ask(organization: string | null): Promise<Response> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', ...(organization && { organization }) });
  for (const url of urls ?? []) body.append('get', url);
  return fetch('/api/auth/session', {
    method: 'POST',
    headers: { accept: 'application/json' },
    body,
    signal: AbortSignal.timeout(30_000),
  });
}

if (urls && mayHaveSession()) {
  dataset.frame = '';
  const organization = actingFor();
  // another tab that renews now hands its tokens over
  const response = navigator.locks.request(RENEWAL_LOCK, { ifAvailable: true }, (lock) =>
    lock ? ask(organization) : undefined,
  );
  response.catch(() => {});
  (window as { vpisnikEarly?: Early }).vpisnikEarly = { organization, response };
}
