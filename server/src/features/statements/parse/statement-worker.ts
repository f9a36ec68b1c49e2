/** The thread that reads one upload of bank statements, see `read-statements-apart.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { readStatements } from './read-statements.ts';
import { readTable, type TableRequest } from './read-table.ts';

const { file, table } = workerData as { file: Uint8Array; table?: TableRequest };
const content = Buffer.from(file);
parentPort?.postMessage(table ? await readTable(content, table) : readStatements(content));
