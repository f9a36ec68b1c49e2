/**
 * Unsaved work that is kept on this device until it is saved or thrown away. The device may be a club's, so a draft waits
 * for its own person alone: it goes with a sign-out in any tab, and before somebody else may use the page.
 */
import type { SessionStore } from '../session/context.ts';

const prefix = 'vpisnik.draft.';
const day = 24 * 60 * 60 * 1000;
/** After two weeks nobody comes back for it; a session that nobody uses ends then, too. */
const lifetime = 14 * day;
/** How long a draft waits for its person to sign in again when their session has ended. */
const waits = day;

type Kept = { saved_at: string; content: unknown };

/** Where somebody's draft of a thing is: of one account in one organisation, so that nobody else is offered it. */
export function draftKey(account: string, organization: string, thing: string): string {
  return `${prefix}${account}.${organization}.${thing}`;
}

/** A draft and when it was kept; null when there is none, it is too old, or storage is refused. */
export function readDraft(key: string, life = lifetime): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
    const isFresh = kept !== null && Date.now() - Date.parse(kept.saved_at) < life;
    return isFresh ? kept : null;
  } catch {
    return null;
  }
}

/** Where drafts are whose keys begin with that of a thing, the latest first; what is too old is left out. */
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

/** Throws away what nobody may come back for: of `account` what is too old, of anybody else everything. */
function sweep(account: string): void {
  dropIf((key) => !key.startsWith(`${prefix}${account}.`) || readDraft(key) === null);
}

/** The same while nobody is signed in: everything that its person has not come back for in time. */
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
 * Has the drafts of this device follow the session of this page. When it was ended on purpose, here or in another tab, or
 * the edit over which it ended was given up, they go at once; when it just ended, they wait for their person.
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
      // every tab does so by itself: one that has an editor open may have kept a draft after the others' were gone
      if (last.lapsed || session.ending?.() !== 'session_ended') dropIf(() => true);
      else sweepUnattended();
    }
  });
  // who can't be asked yet signs nobody out
  session.check().then(
    ({ user }) => user || sweepUnattended(),
    () => {},
  );
}
