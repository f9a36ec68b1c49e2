import type { Readable } from 'node:stream';
import type { BulkJob, BulkParameters } from '@vpisnik/contract/bulk-jobs';
import { type ExportFormat, exportLimits } from '@vpisnik/contract/exports';
import type { PaymentFilter } from '@vpisnik/contract/payment-filter';
import type { PaymentSort } from '@vpisnik/contract/rules/payment-filter';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { recordBy } from '../../db/activity.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import type { InScope } from '../../http/mount.ts';
import { streamed } from '../../http/streams.ts';
import { loggedPaymentFilter } from '../bulk-jobs/owed.ts';
import { get, startExport } from '../bulk-jobs/service.ts';
import { csvFile } from '../exports/csv-file.ts';
import { takeTurn } from '../exports/service.ts';
import type { Content } from '../exports/work.ts';
import { workbook } from '../exports/workbook.ts';
import { selectTimeZone } from '../participants/filters.ts';
import { filtersOf } from '../payments/filters.ts';
import { countPayments } from '../payments/list.ts';
import { columnsOf, rowsOf } from './rows.ts';
import { paymentWords } from './words.ts';

type Within = { inScope: InScope<Scope>; inSnapshot: InScope<Scope>; signal: AbortSignal };
type Wanted = { filter: PaymentFilter; sort: PaymentSort; format: ExportFormat };

/**
 * Sends payments as a file while it is made, all as they are at one moment; the log has it before the first byte.
 *
 * @param onBegun is told the file's name and how many rows it has before it begins
 * @throws {AppError} selection_empty, workbook_too_large, unavailable
 */
export async function download(
  { inScope, inSnapshot, signal }: Within,
  { filter, sort, format }: Wanted,
  onBegun: (file: { name: string; count: number }) => void,
): Promise<Readable> {
  const organization = await inSnapshot(async ({ organizationId }) => organizationId);
  const inTurn: InScope<Scope> = (work) => takeTurn(() => inSnapshot(work), organization, signal);
  return streamed(inTurn, signal, async (scope) => {
    const filters = await filtersOf(scope, filter);
    const { count } = await countPayments(scope, filters);
    if (count === 0) throw new AppError('selection_empty');
    const most = exportLimits.workbook;
    if (format === 'xlsx' && count > most) throw new AppError('workbook_too_large', { count: most });
    const columns = columnsOf(scope);
    signal.throwIfAborted();
    await inScope((writer) => recordExport(writer, filter, { format, count, columns: columns.length }));
    const timeZone = await selectTimeZone(scope);
    const { file, sheet } = paymentWords[scope.language];
    onBegun({ name: `${file}-${localDay(new Date(), timeZone)}.${format}`, count });
    const rows = rowsOf(scope, filters, { sort, timeZone, format });
    return format === 'csv'
      ? csvFile(columns, rows, scope.language)
      : workbook(columns, rows, scope.language, sheet);
  });
}

/**
 * Writes an export into the activity log and has its workbook made in the background.
 *
 * @throws {AppError} selection_empty, too_many_jobs
 */
export async function start(
  scope: Scope,
  { filter, sort }: Omit<Wanted, 'format'>,
  delaySeconds: number,
): Promise<BulkJob> {
  const { count } = await countPayments(scope, await filtersOf(scope, filter));
  if (count === 0) throw new AppError('selection_empty');
  const { hours } = exportLimits;
  const id = await startExport(scope, { of: 'payments', sort }, { filter }, { count, missing: 0, hours });
  await recordExport(scope, filter, { format: 'xlsx', count, columns: columnsOf(scope).length });
  return get(scope, id, delaySeconds);
}

/** Payments as the content of a workbook that is made in the background: those that match when it is. */
export async function readPayments(
  scope: Scope,
  parameters: BulkParameters['export'],
  selection: Record<string, unknown>,
): Promise<Content> {
  const filters = await filtersOf(scope, selection.filter as PaymentFilter);
  const { count } = await countPayments(scope, filters);
  const timeZone = await selectTimeZone(scope);
  const { file, sheet } = paymentWords[scope.language];
  const sort = parameters.sort as PaymentSort;
  return {
    ...{ count, missing: 0, kept: selection, sheet, columns: columnsOf(scope) },
    name: `${file}-${localDay(new Date(), timeZone)}.xlsx`,
    rows: rowsOf(scope, filters, { sort, timeZone, format: 'xlsx' }),
  };
}

type Exported = { format: ExportFormat; count: number; columns: number };

/** Writes the export into the activity log: how many, and by which filter without what was searched for. */
async function recordExport(scope: Scope, filter: PaymentFilter, exported: Exported): Promise<void> {
  const logged = await loggedPaymentFilter(scope, filter);
  await recordBy(scope, {
    action: 'payments_exported',
    entity: 'export',
    changes: { ...exported, ...logged },
  });
}
