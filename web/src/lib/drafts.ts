/** Unsaved work that is kept on this device until it is saved or thrown away. */

const prefix = 'vpisnik.draft.';
/** After two weeks nobody comes back for it. */
const lifetime = 14 * 24 * 60 * 60 * 1000;

type Kept = { saved_at: string; content: unknown };

/** Where somebody's draft of a thing is: of one account in one organisation, so that nobody else is offered it. */
export function draftKey(account: string, organization: string, thing: string): string {
  return `${prefix}${account}.${organization}.${thing}`;
}

/** A draft and when it was kept; null when there is none, or storage is refused. */
export function readDraft(key: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Kept | null;
    const isFresh = kept !== null && Date.now() - Date.parse(kept.saved_at) < lifetime;
    return isFresh ? kept : null;
  } catch {
    return null;
  }
}

/** Keeps a draft, and throws those away that nobody came back for. */
export function writeDraft(key: string, content: unknown): void {
  try {
    const kept: Kept = { saved_at: new Date().toISOString(), content };
    localStorage.setItem(key, JSON.stringify(kept));
    for (const other of keys()) if (readDraft(other) === null) localStorage.removeItem(other);
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

/** Throws every draft of this device away, as at sign-out. */
export function dropAllDrafts(): void {
  try {
    for (const key of keys()) localStorage.removeItem(key);
  } catch {
    // Nothing was kept either.
  }
}

const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));
