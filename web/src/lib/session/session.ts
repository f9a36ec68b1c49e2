import { ApiError } from '@vpisnik/contract/kit';
import type { Api } from '../api.ts';
import { isGone } from '../gone.ts';
import type { Acting } from './acting.ts';
import {
  type Ending,
  type SessionOrganization,
  type SessionState,
  type SessionStore,
  signedOut,
} from './context.ts';
import type { AccountColumns } from './list-columns.ts';
import type { Renewal, Tokens } from './renewal.ts';
import type { TokenKeeper } from './token-keeper.ts';

type SessionOptions = {
  keeper: Pick<TokenKeeper, 'fresh' | 'current' | 'replace' | 'signOut' | 'subscribe'>;
  oauth: Pick<Renewal, 'end'>;
  api: { organizations: Pick<Api['organizations'], 'me'>; users: Pick<Api['users'], 'updateMe'> };
  /** The organisation that a platform ADMIN acts for. */
  acting: Pick<Acting, 'id' | 'choose' | 'forget' | 'question'>;
  /** The columns that the person has chosen in lists. */
  listColumns: AccountColumns;
  /** Remembers that a sign-out has not reached the server yet. */
  unfinishedSignOut: { get: () => boolean; set: (unfinished: boolean) => void };
  /** Resets every other store: nothing of the last person may stay. */
  onSignedOut: () => void;
  /** Another organisation is acted for: nothing of the last one may stay. */
  onSwitched: () => void;
  /** Whether something would be lost with this page. */
  isEditing: () => boolean;
  /** The user of a waiting edit is back; failed queries may be repeated. */
  onResumed: () => void;
  /** Another user signed in over a waiting edit, which is gone. */
  onSomebodyElse: () => void;
  /** The session began or ended without a navigation: in a call, or in another tab. */
  onChange: () => void;
  /** Leaves this page for another site. */
  leave: (url: string) => void;
  /** Takes failures that are only logged. */
  log: (message: string, error: unknown) => void;
};

/** Creates the session of this page over the tokens: the signed-in user and their organisation. */
export function createSession(options: SessionOptions): SessionStore {
  const { keeper, oauth, api, acting, listColumns, unfinishedSignOut } = options;
  const { onSignedOut, onSwitched, onChange, isEditing, onResumed, onSomebodyElse, leave, log } = options;
  let state: SessionState = signedOut;
  let ending: Ending | null = null;
  let awaiting = 0;
  let initial: Promise<SessionOrganization | null> | undefined;
  let initialFor: string | null = null;
  let mustChangePassword = false;
  let organizationError: unknown;
  const listeners = new Set<() => void>();

  function set(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function forget(): void {
    initial = undefined;
    acting.forget();
    listColumns.forget();
    onSignedOut();
    set(signedOut);
  }

  /** Loads the organisation once per page load and acting organisation; if that fails, pages open without it. */
  function loadInitial(): Promise<SessionOrganization | null> {
    const actingFor = acting.id();
    if (initial && actingFor !== initialFor) {
      initial = undefined;
      onSwitched();
    }
    initialFor = actingFor;
    mustChangePassword = false;
    organizationError = undefined;
    initial ??= api.organizations.me().catch((error) => {
      initial = undefined;
      if (error instanceof ApiError && error.code === 'password_change_required') {
        mustChangePassword = true;
        return null;
      }
      if (actingFor && isGone(error)) {
        acting.forget();
        return loadInitial();
      }
      log('The organisation could not be loaded', error);
      organizationError = error;
      return null;
    });
    return initial;
  }

  async function enter({ user }: Tokens): Promise<SessionState> {
    if (state.user && state.user.id !== user.id) forget();
    // at the same time, so that lists open with their columns without one more round trip
    const [organization] = await Promise.all([loadInitial(), listColumns.load()]);
    // the session may have ended meanwhile
    if (keeper.current()?.user.id !== user.id) return state;
    const isSame =
      !state.lapsed &&
      state.user?.idToken === user.idToken &&
      state.organization === organization &&
      state.organizationError === organizationError &&
      Boolean(state.mustChangePassword) === mustChangePassword;
    if (!isSame)
      set({
        user,
        organization,
        role: user.role,
        ...(mustChangePassword && { mustChangePassword }),
        ...(organizationError !== undefined && { organizationError }),
      });
    return state;
  }

  /** Resumes a lapsed page for the same user; for another user, clears everything. */
  async function resume(tokens: Tokens): Promise<void> {
    if (state.user?.id === tokens.user.id) {
      await enter(tokens);
      onResumed();
    } else {
      forget();
      onSomebodyElse();
    }
  }

  function end(why: Ending): void {
    // what follows an ending, such as another tab's vain renewal, is not why
    if (state.user || ending === null) ending = why;
    if (!state.user) return;
    // a sign-out or a deactivation discards the edit
    if (why === 'session_ended' && isEditing()) {
      if (!state.lapsed) set({ ...state, lapsed: true });
      return;
    }
    forget();
    if (awaiting === 0) onChange();
  }

  function begin(tokens: Tokens, isElsewhere: boolean): void {
    ending = null;
    unfinishedSignOut.set(false);
    if (state.lapsed) return void resume(tokens);
    // the tokens of this tab's own sign-in are for the navigation that brings them
    if (isElsewhere && state.user?.id !== tokens.user.id && awaiting === 0) onChange();
  }

  keeper.subscribe((event, place) => {
    if (event.type === 'ended') return end(event.ending);
    if (event.type === 'tokens') return begin(event.tokens, place === 'elsewhere');
    if (state.lapsed) return;
    const isNews =
      event.type === 'organization_disabled'
        ? state.organization?.active
        : state.user && !state.mustChangePassword && awaiting === 0;
    if (!isNews) return;
    // the page asks anew what the session may do
    initial = undefined;
    onChange();
  });

  /** Marks work whose caller awaits and handles the outcome. */
  async function awaited<T>(work: () => Promise<T>): Promise<T> {
    awaiting += 1;
    return work().finally(() => {
      awaiting -= 1;
    });
  }

  async function endOnServer(): Promise<string | undefined> {
    unfinishedSignOut.set(true);
    const onward = await oauth.end();
    unfinishedSignOut.set(false);
    return onward;
  }

  async function signOut(): Promise<void> {
    const onward = await awaited(() => keeper.signOut(() => endOnServer().catch(() => undefined)));
    if (!onward) return;
    leave(onward);
    // the hosted provider signs out too and sends back: never resolves, so that the caller does not navigate meanwhile
    await new Promise(() => {});
  }

  const check = () =>
    awaited(async () => {
      if (unfinishedSignOut.get()) await endOnServer().catch(() => {});
      const tokens = await keeper.fresh();
      return tokens ? enter(tokens) : signedOut;
    });

  return {
    get: () => state,
    ending: () => ending,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    check,
    release() {
      if (state.lapsed) forget();
    },
    reload() {
      initial = undefined;
      return check();
    },
    renew: () =>
      awaited(async () => {
        const now = keeper.current();
        const tokens = now && (await keeper.replace(now));
        return tokens ? enter(tokens) : state;
      }),
    actFor(organizationId) {
      acting.choose(organizationId);
      return check();
    },
    stopActing() {
      acting.forget();
      // before the check, so that no query for an organisation's data goes out without one
      set({ ...state, organization: null });
      return check();
    },
    writeQuestion: acting.question,
    listColumns: listColumns.store,
    signOut,
    saveLanguage(language) {
      api.users.updateMe({ body: { language } }).catch((error) => log('The language was not saved', error));
    },
  };
}
