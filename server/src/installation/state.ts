import type { Notice } from '@vpisnik/contract/rules/installation';
import type { Texts } from '@vpisnik/contract/rules/texts';
import type pg from 'pg';
import { AppError } from '../errors.ts';

/** Milliseconds for which what was read counts, for all requests of the process. */
const LASTS = 2_000;
/** Milliseconds that a request waits for a new reading; then the last one counts, since a busy database has other things to do. */
const PATIENCE = 1_000;

const nothing: Notice = { texts: {}, read_only: false, version: 1 };

const reading = {
  name: 'read_installation',
  text: 'select notice as texts, read_only, version from installation_settings',
};

export type InstallationState = ReturnType<typeof createState>;

const states = new WeakMap<pg.Pool, InstallationState>();

/**
 * The notice and read-only mode as this process knows them, one for everything that uses the pool.
 *
 * @param system of the role app_system
 */
export function installationOf(system: pg.Pool): InstallationState {
  const known = states.get(system) ?? createState(system);
  states.set(system, known);
  return known;
}

/** The notice that pages show; null without one. */
export function toldOf(state: Notice): Notice | null {
  return state.read_only || state.texts.sl || state.texts.en ? state : null;
}

function createState(system: pg.Pool) {
  let last = nothing;
  let isKnown = false;
  let until = Number.NEGATIVE_INFINITY;
  let coming: Promise<Notice> | undefined;

  /** Reads it, once for all who wait; where that fails, the last reading counts and the next one who asks tries again. */
  const read = (): Promise<Notice> => {
    coming ??= system
      .query<Notice & { texts: Texts }>(reading)
      .then(
        ({ rows: [row = nothing] }) => {
          last = row;
          isKnown = true;
          until = performance.now() + LASTS;
          return row;
        },
        () => last,
      )
      .finally(() => {
        coming = undefined;
      });
    return coming;
  };

  return {
    /**
     * As it is now, at most two seconds old.
     *
     * @param lasts milliseconds for which a reading counts
     */
    present(lasts = LASTS): Promise<Notice> {
      return performance.now() < until - LASTS + lasts
        ? Promise.resolve(last)
        : withPatience(read(), () => last);
    },

    /**
     * The same, for what may write. A process that has just started waits until it knows.
     *
     * @throws {AppError} unavailable
     */
    async known(lasts = LASTS): Promise<Notice> {
      if (!isKnown) await read();
      if (!isKnown) throw new AppError('unavailable', { retry_after: 5 });
      return this.present(lasts);
    },

    /** As it was last read, without waiting; an old reading is renewed meanwhile. */
    glance(): Notice {
      if (performance.now() >= until) void read();
      return last;
    },

    /** As it is after a change that this process has made. */
    async renew(): Promise<Notice> {
      // a reading under way may have begun before the change
      await coming;
      return read();
    },
  };
}

async function withPatience<T>(work: Promise<T>, otherwise: () => T): Promise<T> {
  const { promise: end, resolve } = Promise.withResolvers<T>();
  const timer = setTimeout(() => resolve(otherwise()), PATIENCE);
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}
