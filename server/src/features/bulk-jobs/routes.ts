import { type BulkRow, isPaymentAct } from '@vpisnik/contract/bulk-jobs';
import { bestText, type Language } from '@vpisnik/contract/common';
import type { contract } from '@vpisnik/contract/contract';
import { csv } from '@vpisnik/contract/rules/csv';
import { formatMoney } from '@vpisnik/contract/rules/format';
import type { FastifyReply } from 'fastify';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { emailsOfFilter, emailsOfSelection } from './emails.ts';
import { watch } from './events.ts';
import { previewOfPayments } from './payment-preview.ts';
import { preview } from './preview.ts';
import { listJobs, listRows, selectAllRows } from './queries.ts';
import { get, start, stop, undo } from './service.ts';
import { reportWords } from './words.ts';

/** Bulk work on participants, and the progress of all bulk work. */
export function bulkJobRoutes({ env }: Services): Handlers<typeof contract.bulk_jobs> {
  const delay = env.mailDelaySeconds;
  return {
    emails: ({ inScope, body }) =>
      inScope((scope) => emailsOfSelection(scope, body.selection, body.with_left_out)),
    emailsOf: ({ inScope, query: { with_left_out, ...filter } }) =>
      inScope((scope) => emailsOfFilter(scope, filter, with_left_out)),
    preview: ({ scope, body }) => preview(scope, body.act, body.selection),
    status: ({ scope, body, reply }) => accepted(reply, start(scope, 'status', body, delay)),
    move: ({ scope, body, reply }) => accepted(reply, start(scope, 'move', body, delay)),
    note: ({ scope, body, reply }) => accepted(reply, start(scope, 'note', body, delay)),
    payments: ({ scope, body, reply }) => accepted(reply, start(scope, 'payments', body, delay)),
    remove: ({ scope, body, reply }) => accepted(reply, start(scope, 'delete', body, delay)),
    list: ({ scope, query }) => listJobs(scope, query, delay),
    get: ({ scope, params }) => get(scope, params.id, delay),
    async rows({ scope, params, query }) {
      await get(scope, params.id, delay);
      return listRows(scope, params.id, query);
    },
    async events({ inScope, params, signal }) {
      // a job that can't be seen is a 404 and no stream
      await inScope((scope) => get(scope, params.id, delay));
      return watch(inScope, params.id, delay, signal);
    },
    async report({ scope, params, reply }) {
      const { kind } = await get(scope, params.id, delay);
      reply.header('content-disposition', `attachment; filename="report-${params.id}.csv"`);
      return report(await selectAllRows(scope, params.id), scope.language, isPaymentAct(kind));
    },
    stop: ({ scope, params }) => stop(scope, params.id, delay),
    undo: ({ scope, params, reply }) => accepted(reply, undo(scope, params.id, delay)),
  };
}

/** Bulk work on payments that exist. */
export function paymentActRoutes({ env }: Services): Handlers<typeof contract.payment_acts> {
  const delay = env.mailDelaySeconds;
  return {
    preview: ({ scope, body }) => previewOfPayments(scope, body.act, body.selection),
    pay: ({ scope, body, reply }) => accepted(reply, start(scope, 'pay', body, delay)),
    cancel: ({ scope, body, reply }) => accepted(reply, start(scope, 'cancel', body, delay)),
    remind: ({ scope, body, reply }) => accepted(reply, start(scope, 'remind', body, delay)),
  };
}

/** Answers 202 where the work goes on after the answer. */
async function accepted<Job extends { state: string }>(
  reply: FastifyReply,
  work: Promise<Job>,
): Promise<Job> {
  const job = await work;
  if (job.state === 'running' || job.state === 'undoing') reply.code(202);
  return job;
}

/** @param ofPayments whether each row names a payment */
function report(rows: BulkRow[], language: Language, ofPayments: boolean): string {
  const { columns, payment, states, reasons, warnings, gone } = reportWords[language];
  const [name, group, ...outcome] = columns;
  const moneyOf = ({ payment }: BulkRow) =>
    payment ? [payment.purpose, formatMoney(payment.amount, payment.currency, language)] : ['', ''];
  const lines = rows.map((row) => [
    row.name ?? (row.reason === 'not_found' ? row.participant_id : gone),
    row.group_name ? bestText(row.group_name, language).text : '',
    ...(ofPayments ? moneyOf(row) : []),
    states[row.state],
    [
      ...(row.reason ? [reasons[row.reason]] : []),
      ...row.warnings.map((warning) => {
        const missing = row.missing.map((name) => bestText(name, language).text).join(', ');
        return warning === 'missing_answers' ? `${warnings[warning]}: ${missing}` : warnings[warning];
      }),
    ].join('; '),
  ]);
  return csv(
    [[name, group, ...(ofPayments ? payment : []), ...outcome], ...lines],
    language === 'sl' ? ';' : ',',
  );
}
