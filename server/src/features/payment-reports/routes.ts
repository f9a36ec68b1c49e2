import type { contract } from '@vpisnik/contract/contract';
import { ROWS_HEADER } from '@vpisnik/contract/kit';
import type { Handlers } from '../../http/mount.ts';
import { reportOf } from './report.ts';
import { downloadLedger, downloadReport } from './service.ts';

type Calls = Handlers<typeof contract.payment_reports>;

const begins =
  ({ reply }: Pick<Parameters<Calls['ledger']>[0], 'reply'>) =>
  ({ name, count }: { name: string; count: number }) =>
    reply.headers({ 'content-disposition': `attachment; filename="${name}"`, [ROWS_HEADER]: count });

/** Owed and received amounts, added up and event by event. */
export const paymentReportRoutes: Calls = {
  get: ({ scope, query }) => reportOf(scope, query),
  csv: (request) => downloadReport(request, request.query, begins(request)),
  ledger: (request) => downloadLedger(request, request.query, begins(request)),
};
