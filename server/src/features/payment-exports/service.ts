import type { Readable } from 'node:stream';
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
import { csvFile } from '../exports/csv-file.ts';
import { takeTurn } from '../exports/service.ts';
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
  const organization = await inScope(async ({ organizationId }) => organizationId);
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

type Exported = { format: ExportFormat; count: number; columns: number };

/** Writes into the activity log what is exported: how many, and by which filter without what was searched for. */
async function recordExport(scope: Scope, filter: PaymentFilter, exported: Exported): Promise<void> {
  const logged = await loggedPaymentFilter(scope, filter);
  await recordBy(scope, {
    action: 'payments_exported',
    entity: 'export',
    changes: { ...exported, ...logged },
  });
}
