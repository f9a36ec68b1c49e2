/** Where a sign-out that could not reach the server is remembered. */
export const UNFINISHED = 'vpisnik.unfinished-sign-out';

/** The lock under which one tab at a time renews the session. */
export const RENEWAL_LOCK = 'vpisnik.renewal';

/** Whether this browser may have a session at all: visitors without one cause no failing call. */
export const mayHaveSession = (): boolean =>
  document.cookie.includes('vpisnik_signed_in=1') && !hasUnfinishedSignOut();

/** Whether a sign-out is to be made up for before anybody may use the session. */
export function hasUnfinishedSignOut(): boolean {
  try {
    return localStorage.getItem(UNFINISHED) !== null;
  } catch {
    return false;
  }
}
