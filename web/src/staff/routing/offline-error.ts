/** There is no connection, and without one nobody knows who is signed in. */
export class OfflineError extends Error {
  override name = 'OfflineError';
}
