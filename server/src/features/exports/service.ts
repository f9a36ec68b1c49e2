import type { Readable } from 'node:stream';
import { type ExportAsked, type ExportFormat, exportLimits } from '@vpisnik/contract/exports';
import { localDay } from '@vpisnik/contract/rules/schedule';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import type { InScope } from '../../http/mount.ts';
import { streamed } from '../../http/streams.ts';
import { takingTurns } from '../../turns.ts';
import { selectTimeZone } from '../participants/filters.ts';
import { chosenOf, type Whom } from './chosen.ts';
import { columnsOf } from './columns.ts';
import { csvFile } from './csv-file.ts';
import { recordExport } from './log.ts';
import { rowsOf } from './rows.ts';
import { exportWords } from './words.ts';
import { workbook } from './workbook.ts';

/** Downloads at a time in this process, each of which holds a connection, and how many more may wait. */
const takeTurn = takingTurns(3, 20);

type Within = { inScope: InScope<Scope>; inSnapshot: InScope<Scope>; signal: AbortSignal };
type Wanted = { whom: Whom; asked: ExportAsked; format: ExportFormat };

/**
 * Sends participants as a file while it is made, all as they are at one moment.
 *
 * @param onName is told the file's name before it begins
 * @throws {AppError} selection_empty, selection_changed, workbook_too_large, invalid_fields, unavailable
 */
export async function download(
  { inScope, inSnapshot, signal }: Within,
  wanted: Wanted,
  onName: (name: string) => void,
): Promise<Readable> {
  const organization = await inScope(async ({ organizationId }) => organizationId);
  const inTurn: InScope<Scope> = (work) => takeTurn(() => inSnapshot(work), organization, signal);
  return streamed(inTurn, signal, async (scope) => {
    const { name, content } = await made(scope, wanted, inScope, signal);
    onName(name);
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
): Promise<{ name: string; content: AsyncIterable<string | Uint8Array> }> {
  const chosen = await chosenOf(scope, whom);
  const { count } = chosen;
  const most = exportLimits.workbook;
  if (format === 'xlsx' && count > most) throw new AppError('workbook_too_large', { count: most });
  const columns = await columnsOf(scope, chosen, asked);
  signal.throwIfAborted();
  await inScope((writer) => recordExport(writer, whom, asked, { format, count, columns }));
  const today = localDay(new Date(), await selectTimeZone(scope));
  const rows = rowsOf(scope, chosen, columns, asked);
  return {
    name: `${exportWords[scope.language].file}-${today}.${format}`,
    content: (format === 'csv' ? csvFile : workbook)(columns, rows, scope.language),
  };
}
