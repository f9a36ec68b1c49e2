/** The thread that reads one spreadsheet, see `read-sheet-apart.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { readRows } from './read-sheet.ts';

parentPort?.postMessage(await readRows(Buffer.from(workerData as Uint8Array)));
