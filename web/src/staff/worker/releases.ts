import { isBehindSignIn } from './sections.ts';

/** Milliseconds after which a page that stands has its release kept. */
const LATER = 4_000;
/** Milliseconds after which a page that is looked at again asks for a newer release. */
const SELDOM = 3_600_000;

let isOutdated = false;
let shown = '';

/**
 * Has the worker keep this release on the device, and hears of newer ones. Without a release, what an earlier one kept
 * is given up.
 */
export function followReleases(release: string | null): void {
  shown = window.location.pathname;
  // only over an encrypted connection
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!worker) return;
  if (release === null) return void giveUp(worker);
  // tells the worker which files are still in use, until the page is left
  void navigator.locks.request(`vpisnik.release.${release}`, { mode: 'shared' }, () => new Promise(() => {}));
  worker.addEventListener('message', ({ data }: MessageEvent<{ release?: string } | null>) => {
    if (data?.release && data.release !== release) isOutdated = true;
  });
  const keep = () => {
    // those who only look at the sign-in page need nothing of it
    if (!isBehindSignIn(window.location.pathname)) return void setTimeout(keep, LATER);
    // a browser that can't keep it has lost nothing
    worker.register('/worker.js').catch(() => {});
  };
  setTimeout(keep, LATER);
  let asked = Date.now();
  document.addEventListener('visibilitychange', async () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < SELDOM) return;
    asked = Date.now();
    const registration = await worker.getRegistration('/');
    await registration?.update().catch(() => {});
  });
}

async function giveUp(worker: ServiceWorkerContainer): Promise<void> {
  for (const one of await worker.getRegistrations()) await one.unregister();
}

/**
 * Whether the page at this path is to be opened by the new release: another page than the one that is shown, and nothing
 * is lost with that one.
 *
 * @param mayLeave whether nothing is typed or said that would go with the page
 */
export function opensAnew(pathname: string, mayLeave: () => boolean): boolean {
  const isOther = pathname !== shown;
  shown = pathname;
  return isOther && isOutdated && mayLeave();
}
