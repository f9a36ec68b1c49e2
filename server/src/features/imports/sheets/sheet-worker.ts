/** The thread that reads one spreadsheet, see `read-sheet-apart.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { SheetLimits } from './limits.ts';
import { readRows } from './read-sheet.ts';

const { file, limits } = workerData as { file: Uint8Array; limits: SheetLimits };
parentPort?.postMessage(await readRows(Buffer.from(file), limits));
