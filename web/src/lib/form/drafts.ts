/**
 * Drafts of unsaved forms in this device's storage. The device may be shared, so a draft is its author's alone: a sign-out in
 * any tab deletes it, and so does another user's sign-in.
 */
import type { SessionStore } from '../session/context.ts';

const prefix = 'vpisnik.draft.';
const day = 24 * 60 * 60 * 1000;
/** Lifetime of a draft, as long as that of an unused session. */
const lifetime = 14 * day;
/** Lifetime of a draft after its author's session has expired. */
const waits = day;

type Kept = { saved_at: string; content: unknown };

/** Storage key of a draft, which belongs to one account in one organisation. */
export function draftKey(account: string, organization: string, thing: string): string {
  return `${prefix}${account}.${organization}.${thing}`;
}

/** Reads a draft and the time of its last write; null when there is none, it is older than `life`, or storage is refused. */
export function readDraft(key: string, life = lifetime): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
    const isFresh = kept !== null && Date.now() - Date.parse(kept.saved_at) < life;
    return isFresh ? kept : null;
  } catch {
    return null;
  }
}

/** Keys of unexpired drafts that are `thing` or begin with `thing.`, the latest first. */
export function draftsOf(thing: string): string[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key === thing || key.startsWith(`${thing}.`))
      .map((key) => ({ key, saved_at: readDraft(key)?.saved_at ?? '' }))
      .filter(({ saved_at }) => saved_at !== '')
      .sort((a, b) => b.saved_at.localeCompare(a.saved_at))
      .map(({ key }) => key);
  } catch {
    return [];
  }
}

/** Keeps a draft. */
export function writeDraft(key: string, content: unknown): void {
  try {
    const kept: Kept = { saved_at: new Date().toISOString(), content };
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // Storage is refused or full: leaving the page still asks.
  }
}

/** Throws a draft away. */
export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing was kept either.
  }
}

/** Deletes expired drafts of `account` and all drafts of others. */
function sweep(account: string): void {
  dropIf((key) => !key.startsWith(`${prefix}${account}.`) || readDraft(key) === null);
}

/** Without a session: deletes the drafts whose author has not signed in again in time. */
function sweepUnattended(): void {
  dropIf((key) => readDraft(key, waits) === null);
}

function dropIf(isOver: (key: string) => boolean): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix));
    for (const key of keys) if (isOver(key)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept either.
  }
}

/**
 * Deletes this device's drafts as the session of this page changes: all at once after a sign-out in any tab or when the edit
 * of a lapsed session is given up; after {@link waits} when the session merely expired; those of others at a sign-in.
 */
export function followSession(session: Pick<SessionStore, 'get' | 'subscribe' | 'check' | 'ending'>): void {
  let before = session.get();
  session.subscribe(() => {
    const last = before;
    before = session.get();
    const { user } = before;
    if (user) {
      if (user.id !== last.user?.id) sweep(user.id);
    } else if (last.user) {
      // every tab deletes: one with an open editor may write a draft after another tab's deletion
      if (last.lapsed || session.ending?.() !== 'session_ended') dropIf(() => true);
      else sweepUnattended();
    }
  });
  // an unreachable server says nothing about the session, so the drafts stay
  session.check().then(
    ({ user }) => user || sweepUnattended(),
    () => {},
  );
}
