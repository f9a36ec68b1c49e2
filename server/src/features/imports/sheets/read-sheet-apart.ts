import { Worker } from 'node:worker_threads';
import { invalidFields } from '../../../errors.ts';
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
    const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
      workerData: { file, limits },
      resourceLimits: { maxOldGenerationSizeMb: limits.memory, maxYoungGenerationSizeMb: 32 },
    });
    const timer = setTimeout(() => worker.terminate(), limits.seconds * 1000);
    try {
      const read = await new Promise<Awaited<ReturnType<typeof readRows>>>((resolve) => {
        const isTooMuch = () => resolve({ refusal: { code: 'sheet_too_large' } });
        worker.once('message', resolve).once('error', isTooMuch).once('exit', isTooMuch);
      });
      if ('refusal' in read) throw refusal(read.refusal);
      return read.rows;
    } finally {
      clearTimeout(timer);
      await worker.terminate();
    }
  });
}
