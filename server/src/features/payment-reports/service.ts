import type { Readable } from 'node:stream';
import type { LedgerAsked, ReportAsked, ReportLine } from '@vpisnik/contract/payment-reports';
import type { ActivityAction } from '@vpisnik/contract/rules/activity-actions';
import { type ReportGrouping, reportSums } from '@vpisnik/contract/rules/payment-reports';
import type { PaymentMethod } from '@vpisnik/contract/rules/payments';
import { bestText } from '@vpisnik/contract/rules/texts';
import { recordBy } from '../../db/activity.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import type { InScope } from '../../http/mount.ts';
import { streamed } from '../../http/streams.ts';
import { csvFile } from '../exports/csv-file.ts';
import { type Batch, CELL, ROW } from '../exports/rows.ts';
import { takeTurn } from '../exports/service.ts';
import { paymentWords } from '../payment-exports/words.ts';
import { selectToday } from '../sessions/today.ts';
import { ledgerColumns, ledgerRows, standOf, written } from './ledger.ts';
import { reportOf } from './report.ts';
import { reportWords } from './words.ts';

type Within = { inScope: InScope<Scope>; inSnapshot: InScope<Scope>; signal: AbortSignal };
type Made = {
  name: string;
  count: number;
  columns: { header: string }[];
  rows: AsyncIterable<Batch>;
  logged: { action: ActivityAction; changes: Record<string, unknown> };
};

/**
 * Sends a file while it is made, all of it as it is at one moment; the log has it before the first byte.
 *
 * @throws {AppError} selection_empty, unavailable
 */
async function download(
  { inScope, inSnapshot, signal }: Within,
  make: (scope: Scope) => Promise<Made>,
  onBegun: (file: { name: string; count: number }) => void,
): Promise<Readable> {
  const organization = await inSnapshot(async ({ organizationId }) => organizationId);
  const inTurn: InScope<Scope> = (work) => takeTurn(() => inSnapshot(work), organization, signal);
  return streamed(inTurn, signal, async (scope) => {
    const { name, count, columns, rows, logged } = await make(scope);
    if (count === 0) throw new AppError('selection_empty');
    signal.throwIfAborted();
    await inScope((writer) => recordBy(writer, { ...logged, entity: 'export' }));
    onBegun({ name: `${name}-${await selectToday(scope)}.csv`, count });
    return csvFile(columns, rows, scope.language);
  });
}

/** Sends every event of a period with what there was before and after; throws as `download`. */
export const downloadLedger = (within: Within, asked: LedgerAsked, onBegun: Parameters<typeof download>[2]) =>
  download(
    within,
    async (scope) => {
      const stand = await standOf(scope, asked);
      const count = stand.count + stand.opening.length + stand.closing.length;
      return {
        ...{ name: reportWords[scope.language].ledger, count, columns: ledgerColumns(scope) },
        rows: ledgerRows(scope, asked, stand, await selectToday(scope)),
        logged: {
          action: 'payment_ledger_exported',
          changes: { format: 'csv', count: stand.count, filter: asked },
        },
      };
    },
    onBegun,
  );

/** Sends a report; throws as `download`. */
export const downloadReport = (within: Within, asked: ReportAsked, onBegun: Parameters<typeof download>[2]) =>
  download(
    within,
    async (scope) => {
      const words = reportWords[scope.language];
      const { results } = await reportOf(scope, asked);
      const lines = results.flatMap(({ currency, lines, total }) => [
        ...lines.map((line) => cellsOf(scope, currency, line, nameOf(scope, asked.by, line))),
        cellsOf(scope, currency, total, words.total),
      ]);
      const headers = [
        words.groupings[asked.by],
        words.currency,
        ...reportSums.map((sum) => words.sums[sum]),
      ];
      async function* rows() {
        yield { text: lines.join(ROW), count: lines.length };
      }
      return {
        ...{ name: words.report, count: lines.length, rows: rows() },
        columns: headers.map((header) => ({ header })),
        logged: {
          action: 'payment_report_exported',
          changes: { format: 'csv', count: lines.length, filter: asked },
        },
      };
    },
    onBegun,
  );

const cellsOf = (
  { language }: Scope,
  currency: string,
  line: Omit<ReportLine, 'key' | 'name'>,
  name: string,
): string => [name, currency, ...reportSums.map((sum) => written(line[sum], language))].join(CELL);

function nameOf({ language }: Scope, by: ReportGrouping, { key, name }: ReportLine): string {
  if (key === null) return reportWords[language].none[by];
  if (name) return bestText(name, language).text;
  return by === 'method' ? paymentWords[language].methods[key as PaymentMethod] : key;
}
