/** The thread that reads one upload of bank statements, see `read-statements-apart.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { readStatements } from './read-statements.ts';

parentPort?.postMessage(readStatements(Buffer.from(workerData as Uint8Array)));
