import { causeFields } from '../cause.ts';
import {
  type Ended,
  type Held,
  statementName,
  statements,
  transactions,
  withoutLiterals,
} from '../db/connection/watched-client.ts';
import type { Log } from '../mail/transport.ts';

/** A transaction is held long from so many times the limit of a statement. */
const HELD_LONG = 10;
/** Kinds of work that hold one as long as their file takes. */
const lasting: readonly string[] = ['export', 'archive'];
/** Names that the program doesn't give. */
const hashed = /_[0-9a-f]{8}$/;
/** Characters of a statement's text that are logged. */
const MOST_TEXT = 1000;

/**
 * Logs statements that take long by their names, and transactions that are held long: never a value, and of a statement without a
 * name of the program its text without literals.
 *
 * @param limit milliseconds; 0 logs none
 * @returns stops it
 */
export function logSlow(log: Log, limit: number): () => void {
  if (limit === 0) return () => {};
  const onStatement = (message: unknown) => {
    const { text, name, ms, rows, code, held, cause } = message as Ended;
    if (ms < limit) return;
    const statement = statementName({ name, text });
    log.warn(
      {
        ...causeFields(cause ?? held?.cause),
        statement,
        ...(hashed.test(statement) && { text: withoutLiterals(text).slice(0, MOST_TEXT) }),
        ...{ ms: Math.round(ms), rows, code, organization_id: held?.organizationId, kind: held?.kind },
      },
      'slow statement',
    );
  };
  const onTransaction = (message: unknown) => {
    const { kind, organizationId, ms, cause } = message as Held;
    if (ms < limit * HELD_LONG || lasting.includes(kind)) return;
    log.warn(
      { ...causeFields(cause), kind, ms: Math.round(ms), organization_id: organizationId },
      'transaction held long',
    );
  };
  statements.subscribe(onStatement);
  transactions.subscribe(onTransaction);
  return () => {
    statements.unsubscribe(onStatement);
    transactions.unsubscribe(onTransaction);
  };
}
