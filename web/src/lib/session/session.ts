import { type SessionStore, signedOut } from './context.ts';

/** The session of this page. */
export function createSession({ onSignedOut }: { onSignedOut: () => void }): SessionStore {
  return {
    get: () => signedOut,
    subscribe: () => () => {},
    check: async () => signedOut,
    signOut: async () => onSignedOut(),
  };
}
