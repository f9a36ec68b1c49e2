import type { Ending } from './context.ts';
import { RENEWAL_LOCK } from './may-have-session.ts';
import type { OAuth } from './oauth.ts';
import { RefusedError, type Renewal, type Tokens } from './renewal.ts';

/** Event of the session, in this tab or another. */
export type SessionEvent =
  | { type: 'tokens'; tokens: Tokens }
  | { type: 'ended'; ending: Ending }
  | { type: 'organization_disabled' }
  | { type: 'password_change_required' };

/** Whether this tab or another one made a change. */
type Place = 'here' | 'elsewhere';
type Listener = (event: SessionEvent, place: Place) => void;

type Channel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;

type KeeperOptions = {
  oauth: Renewal & Pick<OAuth, 'signInSilently'>;
  /** Carries tokens and endings between the tabs of this browser; they stay in memory there as well. */
  channel: Channel;
  /** Lets one tab at a time renew. */
  locks: Pick<LockManager, 'request'>;
  /** Whether this browser may have a session at all: visitors without one cause no failing call. */
  mayHaveSession: () => boolean;
  pause?: (milliseconds: number) => Promise<void>;
};

export type TokenKeeper = ReturnType<typeof createTokenKeeper>;

/** Milliseconds before its end at which a token counts as expired. */
const TOLERANCE = 5_000;
const RETRIES = 3;
const LONGEST_PAUSE = 5 * 60_000;
/** Milliseconds in which the tokens of the tab that renewed before us must have arrived. */
const ARRIVAL = 200;

/** Milliseconds before a renewal is tried again, after so many attempts that failed for the network or the server. */
export const pauseAfter = (failures: number): number => Math.min(1_000 * 2 ** (failures - 1), LONGEST_PAUSE);

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Holds the tokens of this tab in memory and renews them, once for all tabs and for all calls that wait for it. */
export function createTokenKeeper({ oauth, channel, locks, mayHaveSession, pause = wait }: KeeperOptions) {
  let tokens: Tokens | null = null;
  let renewing: Promise<Tokens | null> | undefined;
  let finishing: Promise<void> | undefined;
  const listeners = new Set<Listener>();

  const isFresh = (one: Tokens | null): one is Tokens =>
    one !== null && one.expiresAt - TOLERANCE > Date.now();

  function apply(event: SessionEvent, place: Place): void {
    if (event.type === 'tokens') tokens = event.tokens;
    if (event.type === 'ended') tokens = null;
    for (const listener of listeners) listener(event, place);
  }

  function announce(event: SessionEvent): void {
    channel.postMessage(event);
    apply(event, 'here');
  }

  /** Ends the session without the user's wish, also on the server and in cookies. */
  function finish(ending: Ending): Promise<void> {
    // of parallel refusals, the first gives the reason
    if (finishing) return finishing;
    finishing = oauth
      .end()
      .then(
        () => {},
        () => {},
      )
      .finally(() => {
        finishing = undefined;
      });
    announce({ type: 'ended', ending });
    return finishing;
  }

  channel.addEventListener('message', (message) =>
    apply((message as MessageEvent<SessionEvent>).data, 'elsewhere'),
  );

  /** Renews in one tab at a time, under a lock; a tab that waited for it uses the other tab's tokens. */
  async function renew(stale: Tokens | null): Promise<Tokens | null> {
    // it holds the lock until its answer is there
    const begun = await oauth.begun().catch(() => undefined);
    if (begun) {
      announce({ type: 'tokens', tokens: begun });
      return begun;
    }
    const isNew = () => (tokens !== stale && isFresh(tokens) ? tokens : null);
    const done = await locks.request(
      RENEWAL_LOCK,
      { ifAvailable: true },
      (lock) => lock && renewAlone().then((it) => [it]),
    );
    if (done) return done[0] ?? null;
    return locks.request(RENEWAL_LOCK, async () => {
      for (let waited = 0; waited < ARRIVAL && !isNew(); waited += 20) await pause(20);
      return isNew() ?? (mayHaveSession() ? renewAlone() : null);
    });
  }

  async function renewAlone(): Promise<Tokens | null> {
    try {
      const renewed = await renewPatiently();
      announce({ type: 'tokens', tokens: renewed });
      return renewed;
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      await finish('session_ended');
      return null;
    }
  }

  /** A refusal is final, unless the provider still knows the person; a failure of the network is tried again. */
  async function renewPatiently(): Promise<Tokens> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await oauth.renew().catch((error) => {
          if (error instanceof RefusedError) return oauth.signInSilently();
          throw error;
        });
      } catch (error) {
        // without a connection there is nothing to wait for: the page says so, and asks again once it is back
        const isInVain = error instanceof RefusedError || navigator.onLine === false;
        if (isInVain || attempt === RETRIES) throw error;
        await pause(pauseAfter(attempt + 1));
      }
    }
  }

  function renewOnce(): Promise<Tokens | null> {
    renewing ??= renew(tokens).finally(() => {
      renewing = undefined;
    });
    return renewing;
  }

  return {
    /** The tokens as they are, expired or not. */
    current: () => tokens,

    /**
     * Tokens that are good for a call; null without a session.
     *
     * @throws when the server can't be reached; the session goes on
     */
    async fresh(): Promise<Tokens | null> {
      if (isFresh(tokens)) return tokens;
      // its cookie is still there, and would only be refused
      if (!tokens) await finishing;
      return tokens || mayHaveSession() ? renewOnce() : null;
    },

    /** Other tokens than the ones that the API refused, unless another call has got them already. */
    async replace(refused: Tokens): Promise<Tokens | null> {
      if (!tokens) return null;
      return tokens !== refused && isFresh(tokens) ? tokens : renewOnce();
    },

    /** Takes the tokens of a new sign-in, in all tabs. */
    set: (given: Tokens) => announce({ type: 'tokens', tokens: given }),

    /** Signs out by `work` and forgets the tokens, in all tabs, when no renewal is under way that would bring new ones. */
    async signOut<T>(work: () => Promise<T>): Promise<T> {
      const signOut = async () => {
        const done = await work();
        announce({ type: 'ended', ending: 'signed_out' });
        return done;
      };
      // a renewal that hangs must not delay the sign-out
      const patience = AbortSignal.timeout(3_000);
      return locks.request(RENEWAL_LOCK, { signal: patience }, signOut).catch((error) => {
        if (error.name === 'TimeoutError') return signOut();
        throw error;
      });
    },

    finish,

    /** Waits until an ended session is removed on the server; a sign-in before that would be removed with it. */
    settled: async (): Promise<void> => finishing,

    /** The API said that the organisation is not active any more. */
    organizationDisabled: () => announce({ type: 'organization_disabled' }),

    /** The API said that a new password is due first. */
    passwordChangeRequired: () => announce({ type: 'password_change_required' }),

    /** Calls the listener for every change, including those of other tabs. */
    subscribe(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
