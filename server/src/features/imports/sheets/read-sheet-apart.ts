import { invalidFields } from '../../../errors.ts';
import { inThread } from '../../../thread.ts';
import { takingTurns } from '../../../turns.ts';
import { catalogueSheet } from './limits.ts';
import type { readRows, SheetRefusal } from './read-sheet.ts';

const inTurn = takingTurns(2, 8);
const refusal = ({ code, limit }: SheetRefusal) =>
  invalidFields([{ path: 'file', code, ...(limit !== undefined && { limit }) }]);

/**
 * Reads a spreadsheet in a worker thread with limited memory and time: the largest would block other requests noticeably.
 *
 * @throws {AppError} invalid_fields at `file`: not_a_sheet, old_excel, locked_sheet, sheet_too_large, no_rows,
 *   too_many_rows, too_many_columns; unavailable
 */
export function readSheetApart(file: Buffer, limits = catalogueSheet): Promise<string[][]> {
  return inTurn(async () => {
    const module = new URL('./sheet-worker.ts', import.meta.url);
    const read = await inThread<Awaited<ReturnType<typeof readRows>>>(module, { file, limits }, limits);
    if (!read) throw refusal({ code: 'sheet_too_large' });
    if ('refusal' in read) throw refusal(read.refusal);
    return read.rows;
  });
}
