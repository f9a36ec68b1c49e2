import type { Organization } from '@vpisnik/contract/organizations';
import type { Role } from '@vpisnik/contract/rules/roles';
import { createContext, use, useSyncExternalStore } from 'react';
import type { Locale } from '../text/locale.ts';
import type { WriteQuestion } from './acting.ts';
import type { ListColumnsStore } from './list-columns.ts';

/** The signed-in user, from the ID token's claims. */
export type SessionUser = {
  id: string;
  name: string;
  email: string;
  /** Null for a platform ADMIN, who belongs to no organisation. */
  organizationId: string | null;
  role: Role;
  idToken: string;
};

/** The organisation in scope as `organizations/me` answers it; its `active` counts as true unless explicitly false. */
export type SessionOrganization = Organization;

/** Why there is no session any more. */
export type Ending = 'signed_out' | 'session_ended' | 'account_inactive';

export type SessionState = {
  user: SessionUser | null;
  /** The user's organisation, or the one an ADMIN acts for. */
  organization: SessionOrganization | null;
  role: Role | null;
  /** Why the organisation could not be loaded; none is known then, which is not the same as having chosen none. */
  organizationError?: unknown;
  /** An administrator demands a new password; nothing else can be done until it is set. */
  mustChangePassword?: boolean;
  /** The session expired during an edit, which waits for the same user to sign in again. */
  lapsed?: boolean;
};

/** The session outside React; the router asks it at every navigation. */
export type SessionStore = {
  /** The current state; the same object until something changes. */
  get(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Makes sure that the tokens are fresh and the initial data is loaded. @throws when the check fails */
  check(): Promise<SessionState>;
  signOut(): Promise<void>;
  /** Gives an edit up that waits for its person after the session has ended. */
  release?(): void;
  /** Reloads the organisation after a change. */
  reload(): Promise<SessionState>;
  /** Gets new tokens early, after a change of the user's data that they carry. */
  renew?(): Promise<SessionState>;
  /** Makes a platform ADMIN act for an organisation; clears cached data of any other. */
  actFor(organizationId: string): Promise<SessionState>;
  /** Makes a platform ADMIN act for no organisation. */
  stopActing?(): Promise<SessionState>;
  /** Asked before the first write in an organisation that a link has chosen. */
  writeQuestion?: WriteQuestion;
  /** The user's columns of lists, shared by all devices. */
  listColumns: ListColumnsStore;
  /** Why the last session ended; null while there is one, and when there was none. */
  ending?(): Ending | null;
  /** Remembers the interface language with the account, for mail and other devices. */
  saveLanguage?(locale: Locale): void;
};

export const signedOut: SessionState = { user: null, organization: null, role: null };

const SessionContext = createContext<SessionStore | null>(null);

/** Provides the session to the components below. */
export const SessionProvider = SessionContext.Provider;

/** The session's store, for code that changes the session. */
export function useSessionStore(): SessionStore {
  const store = use(SessionContext);
  if (!store) throw new Error('useSession needs a SessionProvider above it');
  return store;
}

/** The signed-in user and their organisation; rerenders when they change. */
export function useSession(): SessionState {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.get);
}
