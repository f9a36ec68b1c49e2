import type { contract } from '@vpisnik/contract/contract';
import type { ExportFormat } from '@vpisnik/contract/exports';
import { ROWS_HEADER } from '@vpisnik/contract/kit';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { download, start } from './service.ts';

type Calls = Handlers<typeof contract.payment_exports>;

type Request = Pick<Parameters<Calls['csv']>[0], 'query' | 'inScope' | 'inSnapshot' | 'signal' | 'reply'>;

const sends = (format: ExportFormat) => (request: Request) => {
  const { sort, ...filter } = request.query;
  return download(request, { filter, sort, format }, ({ name, count }) =>
    request.reply.headers({
      'content-disposition': `attachment; filename="${name}"`,
      [ROWS_HEADER]: count,
    }),
  );
};

/** Payments as files for spreadsheets. */
export const paymentExportRoutes = ({ env }: Services): Calls => ({
  csv: sends('csv'),
  xlsx: sends('xlsx'),
  start: ({ scope, body }) => start(scope, body, env.mailDelaySeconds),
});
