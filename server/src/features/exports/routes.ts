import type { Selection } from '@vpisnik/contract/bulk-jobs';
import type { contract } from '@vpisnik/contract/contract';
import type { ExportAsked, ExportFormat } from '@vpisnik/contract/exports';
import { ROWS_HEADER } from '@vpisnik/contract/kit';
import type { ParticipantFilter } from '@vpisnik/contract/participants';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import type { Whom } from './chosen.ts';
import { findFile, readFile } from './files.ts';
import { download, start } from './service.ts';

type Calls = Handlers<typeof contract.exports>;
type Request = Pick<Parameters<Calls['csv']>[0], 'inScope' | 'inSnapshot' | 'signal' | 'reply'>;

const sends = (format: ExportFormat) => (request: Request, whom: Whom, asked: ExportAsked) =>
  download(request, { whom, asked, format }, (file) => request.reply.headers(headersOf(file)));

/** The name of a file, and how many rows it has: whom a selection names may be gone. */
const headersOf = ({ name, count }: { name: string; count: number }) => ({
  'content-disposition': `attachment; filename="${name}"`,
  [ROWS_HEADER]: count,
});

type Body = ExportAsked & { selection: Selection };
const ofBody = ({ selection, ...asked }: Body) => [{ selection }, asked] as const;

type Query = ExportAsked & ParticipantFilter;
const ofQuery = ({ columns, sort, sensitive_reason, ...filter }: Query) =>
  [{ filter }, { columns, sort, sensitive_reason }] as const;

/** Participants as files for spreadsheets. */
export const exportRoutes = ({ env, storage }: Services): Calls => ({
  start({ scope, body }) {
    const [{ selection }, asked] = ofBody(body);
    return start(scope, selection, asked, env.mailDelaySeconds);
  },
  async file({ inScope, params, reply }) {
    const { organizationId, ...file } = await inScope(async (scope) => {
      const { name, rows } = await findFile(scope, params.id);
      return { organizationId: scope.organizationId, name, count: rows };
    });
    const content = await readFile(storage, { organization_id: organizationId, id: params.id });
    reply.headers(headersOf(file));
    return content;
  },
  csv: (request) => sends('csv')(request, ...ofBody(request.body)),
  xlsx: (request) => sends('xlsx')(request, ...ofBody(request.body)),
  csvOf: (request) => sends('csv')(request, ...ofQuery(request.query)),
  xlsxOf: (request) => sends('xlsx')(request, ...ofQuery(request.query)),
});
