import { statementLimits } from '@vpisnik/contract/rules/statements';
import { invalidFields } from '../../../errors.ts';
import { inThread } from '../../../thread.ts';
import { takingTurns } from '../../../turns.ts';
import type { ReadStatement } from './lines.ts';
import type { readStatements } from './read-statements.ts';
import type { ReadTable, readTable, TableRequest } from './read-table.ts';
import type { StatementRefusal } from './xml.ts';

/** What reading may take: seconds, and megabytes of its thread. */
const readingLimits = { seconds: 25, memory: 1024 };

/** At a time in this process; how many more may wait, and of one organisation. */
const inTurn = takingTurns(2, 8, 1);

/** The refusal of an uploaded statement. */
export const statementRefused = ({ code, limit }: StatementRefusal) =>
  invalidFields([{ path: 'file', code, ...(limit !== undefined && { limit }) }]);

/**
 * Reads bank statements in a worker thread with limited memory and time, those of one organisation one after the other.
 *
 * @returns one of each account
 * @throws {AppError} invalid_fields at `file`: not_a_statement, statement_broken, statement_has_entities,
 *   statement_too_large, statement_too_long; unavailable
 */
export async function readStatementsApart(file: Buffer, organizationId: string): Promise<ReadStatement[]> {
  return (await readApart<ReturnType<typeof readStatements>>({ file }, organizationId)).statements;
}

/**
 * Reads a bank's table in the same way.
 *
 * @throws {AppError} invalid_fields at `file`: not_a_sheet, old_excel, locked_sheet, sheet_too_large, no_rows, too_many_rows,
 *   too_many_columns, statement_too_large, statement_too_long; unavailable
 */
export async function readTableApart(
  file: Buffer,
  organizationId: string,
  table: TableRequest,
): Promise<ReadTable> {
  return (await readApart<Awaited<ReturnType<typeof readTable>>>({ file, table }, organizationId)).table;
}

function readApart<Read extends object>(
  data: { file: Buffer; table?: TableRequest },
  organizationId: string,
): Promise<Exclude<Read, { refusal: unknown }>> {
  return inTurn(async () => {
    const module = new URL('./statement-worker.ts', import.meta.url);
    const read = await inThread<Read>(module, data, readingLimits);
    if (!read) throw statementRefused({ code: 'statement_too_large', limit: statementLimits.bytes });
    if ('refusal' in read) throw statementRefused(read.refusal as StatementRefusal);
    return read as Exclude<Read, { refusal: unknown }>;
  }, organizationId);
}
