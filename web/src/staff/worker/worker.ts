import { isBehindSignIn, sectionNames } from './sections.ts';

/**
 * Keeps the page and the files of one release of the staff app on this device, so that a later visit asks the network
 * for data alone (docs/decisions/027-first-second.md). It answers the documents behind sign-in and the app's own files;
 * everything else, above all the API, never passes through it.
 */

type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Installing = Lasting & { addRoutes?(rules: readonly object[]): Promise<void> };
type Fetching = Lasting & { readonly request: Request; respondWith(answer: Promise<Response>): void };
type Scope = {
  addEventListener(type: 'install', listener: (event: Installing) => void): void;
  addEventListener(type: 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<readonly { postMessage(message: unknown): void }[]>;
  };
};
const scope = self as unknown as Scope;

/** Addresses of all files of the release; the build fills them in. */
declare const __FILES__: readonly string[];
/** Folder of those files, and of those of earlier releases. */
declare const __FOLDER__: string;

// the server fills it in: it knows its configuration, which is in the page
const release = '{{release}}';
const PREFIX = 'vpisnik.release.';
const own = PREFIX + release;
/** All sections have the same page. */
const page = '/dashboard';
/** Files that are fetched at once. */
const AT_ONCE = 6;

scope.addEventListener('install', (event) => event.waitUntil(install(event)));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') {
    if (isBehindSignIn(pathname)) event.respondWith(answerPage(request));
  } else if (pathname.startsWith(__FOLDER__)) event.respondWith(answerFile(request));
});

async function install(event: Installing): Promise<void> {
  await passBy(event);
  const cache = await caches.open(own);
  await cache.put(page, await fetchPage());
  for (let at = 0; at < __FILES__.length; at += AT_ONCE)
    await Promise.all(__FILES__.slice(at, at + AT_ONCE).map((file) => keep(cache, file)));
  // an open page goes on with its own files; the next one is the new release
  await scope.skipWaiting();
}

/** Has browsers that can do so not even wake the worker for anything else. */
async function passBy(event: Installing): Promise<void> {
  const ours = [`${__FOLDER__}*`, ...sectionNames.flatMap((name) => [`/${name}`, `/${name}/*`])];
  try {
    const condition = { not: { or: ours.map((pathname) => ({ urlPattern: { pathname } })) } };
    await event.addRoutes?.([{ condition, source: 'network' }]);
  } catch {
    // a browser with other rules wakes it, and it does nothing
  }
}

/** Keeps a file; most files of a release were in the one before, and an interrupted start has some already. */
async function keep(cache: Cache, file: string): Promise<void> {
  if (await cache.match(file)) return;
  const answer = (await caches.match(file)) ?? (await fetch(file));
  if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
  await cache.put(file, answer);
}

/**
 * The page of this very release. While servers of two releases answer in turn it may be the other one's: then this start
 * fails, and the browser tries again.
 */
async function fetchPage(): Promise<Response> {
  const answer = await fetch(page, { cache: 'no-store', credentials: 'omit', redirect: 'error' });
  const text = await answer.clone().text();
  if (!answer.ok || !text.includes(release)) throw new Error(`${page} is no page of ${release}`);
  return answer;
}

/** The kept page under a policy with a new nonce, as the server sends it; from the network when it isn't there. */
async function answerPage(request: Request): Promise<Response> {
  const kept = await caches.match(page, { cacheName: own });
  const policy = kept?.headers.get('content-security-policy') ?? '';
  const [, used] = /'nonce-([^']+)'/.exec(policy) ?? [];
  if (!kept || !used) return fetch(request);
  const nonce = crypto.randomUUID();
  const headers = new Headers(kept.headers);
  headers.set('content-security-policy', policy.replaceAll(used, nonce));
  headers.delete('content-encoding');
  headers.delete('content-length');
  return new Response((await kept.text()).replaceAll(used, nonce), { headers });
}

/** A file of this release or of an earlier one that is still open somewhere. Names are never used twice. */
async function answerFile(request: Request): Promise<Response> {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

async function activate(): Promise<void> {
  await scope.clients.claim();
  for (const client of await scope.clients.matchAll({ type: 'window' })) client.postMessage({ release });
  await forgetOld();
}

/** Deletes what earlier releases kept, but for the last one and for those that open pages hold a lock of. */
async function forgetOld(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own);
  for (const name of names.slice(0, -1))
    if (!held.some((lock) => lock.name === name)) await caches.delete(name);
}
