import type { Readable } from 'node:stream';
import type { BulkJob, Selection } from '@vpisnik/contract/bulk-jobs';
import { type ExportAsked, type ExportFormat, exportLimits } from '@vpisnik/contract/exports';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import type { InScope } from '../../http/mount.ts';
import { streamed } from '../../http/streams.ts';
import { takingTurns } from '../../turns.ts';
import { get, startExport } from '../bulk-jobs/service.ts';
import { chosenOf, type Whom } from './chosen.ts';
import { columnsOf } from './columns.ts';
import { csvFile } from './csv-file.ts';
import { fileName } from './files.ts';
import { recordExport } from './log.ts';
import { rowsOf } from './rows.ts';
import { workbook } from './workbook.ts';

/**
 * Downloads at a time in this process, each of which holds a connection, how many more may wait, and how many of one
 * organisation run at a time.
 */
export const takeTurn = takingTurns(3, 20, 2);

type Within = { inScope: InScope<Scope>; inSnapshot: InScope<Scope>; signal: AbortSignal };
type Wanted = { whom: Whom; asked: ExportAsked; format: ExportFormat };

/**
 * Sends participants as a file while it is made, all as they are at one moment.
 *
 * @param onBegun is told the file's name and how many rows it has before it begins
 * @throws {AppError} selection_empty, selection_changed, workbook_too_large, invalid_fields, unavailable
 */
export async function download(
  { inScope, inSnapshot, signal }: Within,
  wanted: Wanted,
  onBegun: (file: { name: string; count: number }) => void,
): Promise<Readable> {
  const organization = await inSnapshot(async ({ organizationId }) => organizationId);
  const inTurn: InScope<Scope> = (work) => takeTurn(() => inSnapshot(work), organization, signal);
  return streamed(inTurn, signal, async (scope) => {
    const { content, ...file } = await made(scope, wanted, inScope, signal);
    onBegun(file);
    return content;
  });
}

/**
 * Judges an export, writes it into the activity log and makes its content.
 *
 * @param inScope runs what is written, which is kept also where the content is not taken
 * @throws {AppError} as `download`
 */
async function made(
  scope: Scope,
  { whom, asked, format }: Wanted,
  inScope: InScope<Scope>,
  signal: AbortSignal,
): Promise<{ name: string; count: number; content: AsyncIterable<string | Uint8Array> }> {
  const chosen = await chosenOf(scope, whom);
  const { count } = chosen;
  const most = exportLimits.workbook;
  if (format === 'xlsx' && count > most) throw new AppError('workbook_too_large', { count: most });
  const columns = await columnsOf(scope, chosen, asked);
  signal.throwIfAborted();
  await inScope((writer) => recordExport(writer, whom, asked, { format, count, columns }));
  const name = await fileName(scope, format);
  const rows = rowsOf(scope, chosen, columns, asked);
  return {
    name,
    count,
    content: (format === 'csv' ? csvFile : workbook)(columns, rows, scope.language),
  };
}

/**
 * Judges an export, writes it into the activity log and has its workbook made in the background.
 *
 * @throws {AppError} selection_empty, selection_changed, selection_too_large, invalid_fields, too_many_jobs
 */
export async function start(
  scope: Scope,
  selection: Selection,
  asked: ExportAsked,
  delaySeconds: number,
): Promise<BulkJob> {
  const chosen = await chosenOf(scope, { selection });
  const columns = await columnsOf(scope, chosen, asked);
  const id = await startExport(scope, asked, selection, { ...chosen, hours: exportLimits.hours });
  await recordExport(scope, { selection }, asked, { format: 'xlsx', count: chosen.count, columns });
  return get(scope, id, delaySeconds);
}
