import { statementLimits } from '@vpisnik/contract/rules/statements';
import { invalidFields } from '../../../errors.ts';
import { inThread } from '../../../thread.ts';
import { takingTurns } from '../../../turns.ts';
import type { ReadStatement } from './camt.ts';
import { readingLimits, type readStatements } from './read-statements.ts';
import type { StatementRefusal } from './xml.ts';

const inTurn = takingTurns(1, 8);

/** The refusal of an uploaded statement. */
export const statementRefused = ({ code, limit }: StatementRefusal) =>
  invalidFields([{ path: 'file', code, ...(limit !== undefined && { limit }) }]);

/**
 * Reads bank statements in a worker thread with limited memory and time, one upload after the other.
 *
 * @returns one of each account
 * @throws {AppError} invalid_fields at `file`: not_a_statement, statement_broken, statement_has_entities,
 *   statement_too_large, statement_too_long; unavailable
 */
export function readStatementsApart(file: Buffer): Promise<ReadStatement[]> {
  return inTurn(async () => {
    const module = new URL('./statement-worker.ts', import.meta.url);
    const read = await inThread<ReturnType<typeof readStatements>>(module, file, readingLimits);
    if (!read) throw statementRefused({ code: 'statement_too_large', limit: statementLimits.bytes });
    if ('refusal' in read) throw statementRefused(read.refusal);
    return read.statements;
  });
}
