/** The thread that reads one report, see `report-port.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { readReport } from '../mail/returned/reports.ts';

const { source, fromServer } = workerData as { source: Uint8Array; fromServer: boolean };
parentPort?.postMessage(await readReport(Buffer.from(source), fromServer));
