import { createHash } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import pg from 'pg';
import { type Cause, currentCause, withoutCause } from '../../cause.ts';

/** A transaction as those hear of it who watch: when it is over, and before that what it is so far. */
export type Held = {
  /** What it is for; see `kindsOfWork`. */
  kind: string;
  organizationId: string | undefined;
  cause: Cause | undefined;
  /** When it had its connection, in milliseconds of the epoch, and for how long it kept it. */
  began: number;
  ms: number;
};

/** A statement that has ended; of its text nothing but its name may be told. */
export type Ended = {
  text: string;
  name: string | undefined;
  began: number;
  /** Milliseconds from when the connection was free for it. */
  ms: number;
  rows: number | undefined;
  /** SQLSTATE or the driver's code, where it failed. */
  code: string | undefined;
  held: Held | undefined;
  cause: Cause | undefined;
};

/** Statements of the pools as they end. Nothing is measured while nobody listens. */
export const statements = channel('vpisnik.statements');
/** Transactions as they end. */
export const transactions = channel('vpisnik.transactions');

type Result = { rowCount?: number | null };
type Done = (error: (Error & { code?: string }) | null, result?: Result | Result[]) => void;
type Config = string | { text?: string; name?: string; callback?: Done; submit?: unknown };
type Driver = {
  connect(callback?: unknown): unknown;
  query(config: Config, values?: unknown, callback?: Done): unknown;
};

const Client = pg.Client as unknown as new (...options: unknown[]) => Driver;

/** A connection that tells of each statement how long it took. */
class WatchedClient extends Client {
  /** The transaction that has the connection. */
  held: Held | undefined;
  #free = 0;

  // its events must not seem to belong to the request that was the first to need it
  override connect(callback?: unknown): unknown {
    return withoutCause(() => super.connect(callback));
  }

  override query(config: Config, values?: unknown, callback?: Done): unknown {
    if (!statements.hasSubscribers) return super.query(config, values, callback);
    const sent = performance.now();
    const { held } = this;
    const what = currentCause();
    const note: Done = (error, result) => {
      const now = performance.now();
      // a statement sent ahead waits for the answers before it
      const since = Math.max(sent, this.#free);
      this.#free = now;
      const last = Array.isArray(result) ? result.at(-1) : result;
      const text = typeof config === 'string' ? config : (config.text ?? '');
      statements.publish({
        text,
        name: typeof config === 'string' ? undefined : config.name,
        began: performance.timeOrigin + since,
        ms: now - since,
        rows: last?.rowCount ?? undefined,
        code: error ? (error.code ?? 'unknown') : undefined,
        held,
        cause: what,
      } satisfies Ended);
    };
    const noting =
      (done: Done): Done =>
      (error, result) => {
        note(error, result);
        done(error, result);
      };
    if (typeof config === 'object' && config.callback) {
      config.callback = noting(config.callback);
      return super.query(config, values, callback);
    }
    if (typeof values === 'function') return super.query(config, noting(values as Done));
    if (callback) return super.query(config, values, noting(callback));
    const answer = super.query(config, values) as Promise<Result>;
    answer.then(
      (result) => note(null, result),
      (error) => note(error),
    );
    return answer;
  }
}

/** What the pools make their connections of. */
export const watchedClient = WatchedClient as unknown as typeof pg.Client;

/** Says which transaction a connection is in from now on; the statements after that are its. */
export function holdBy(client: pg.PoolClient, held: Held | undefined): void {
  (client as unknown as WatchedClient).held = held;
}

const named = new Map<string, string>();
/** Names that are kept: filters make ever new texts. */
const MOST_NAMES = 2_000;

/**
 * Names a statement: as the program does, or by what it does to which table and a hash of its text, `select_groups_1f2e3d4c`. The same
 * statement has the same name in all processes. Literals don't count, and none stands in a name.
 */
export function statementName({ name, text }: Pick<Ended, 'name' | 'text'>): string {
  if (name && !/^q\d+$/.test(name)) return name;
  const known = named.get(text);
  if (known) return known;
  if (named.size >= MOST_NAMES) named.clear();
  const made = nameOf(text);
  named.set(text, made);
  return made;
}

function nameOf(text: string): string {
  const plain = withoutLiterals(text).toLowerCase();
  const [verb = 'statement'] = /^[a-z]+/.exec(plain) ?? [];
  // cursors and savepoints have names of the moment; what BEGIN carries along is ours
  if (['begin', 'commit', 'rollback', 'savepoint', 'release', 'declare', 'fetch', 'close'].includes(verb))
    return verb;
  const table = /\b(?:from|into|update)\s+(?:only\s+)?(?:"?(?:app|public|pgboss)"?\.)?"?([a-z_]\w*)/;
  const [, subject = ''] =
    table.exec(withoutBrackets(plain)) ?? table.exec(plain) ?? /\bapp\.(\w+)/.exec(plain) ?? [];
  const hash = createHash('sha256').update(plain).digest('hex').slice(0, 8);
  return [verb, subject, hash].filter(Boolean).join('_');
}

/** A statement without its brackets, and so of its own table alone. */
function withoutBrackets(text: string): string {
  for (let rest = text; ; ) {
    const less = rest.replace(/\([^()]*\)/g, ' ');
    if (less === rest) return rest;
    rest = less;
  }
}

/** A statement's text with `?` in place of each text and number that stands in it. */
export function withoutLiterals(text: string): string {
  return text
    .replace(/'(?:[^']|'')*'/g, '?')
    .replace(/(?<![\w$."])\d+(?:\.\d+)?/g, '?')
    .replace(/\s+/g, ' ')
    .trim();
}
