import type { Selection } from '@vpisnik/contract/bulk-jobs';
import type { contract } from '@vpisnik/contract/contract';
import type { ExportAsked, ExportFormat } from '@vpisnik/contract/exports';
import type { ParticipantFilter } from '@vpisnik/contract/participants';
import type { FastifyReply } from 'fastify';
import type { Handlers } from '../../http/mount.ts';
import type { Whom } from './chosen.ts';
import { download } from './service.ts';

type Calls = Handlers<typeof contract.exports>;
type Request = Pick<Parameters<Calls['csv']>[0], 'inScope' | 'inSnapshot' | 'signal' | 'reply'>;

const sends = (format: ExportFormat) => (request: Request, whom: Whom, asked: ExportAsked) =>
  download(request, { whom, asked, format }, (name) => naming(request.reply, name));

const naming = (reply: FastifyReply, name: string) =>
  reply.header('content-disposition', `attachment; filename="${name}"`);

type Body = ExportAsked & { selection: Selection };
const ofBody = ({ selection, ...asked }: Body) => [{ selection }, asked] as const;

type Query = ExportAsked & ParticipantFilter;
const ofQuery = ({ columns, sort, sensitive_reason, ...filter }: Query) =>
  [{ filter }, { columns, sort, sensitive_reason }] as const;

/** Participants as files for spreadsheets. */
export const exportRoutes: Calls = {
  csv: (request) => sends('csv')(request, ...ofBody(request.body)),
  xlsx: (request) => sends('xlsx')(request, ...ofBody(request.body)),
  csvOf: (request) => sends('csv')(request, ...ofQuery(request.query)),
  xlsxOf: (request) => sends('xlsx')(request, ...ofQuery(request.query)),
};
