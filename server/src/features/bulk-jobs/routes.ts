import type { BulkRow } from '@vpisnik/contract/bulk-jobs';
import { bestText, type Language } from '@vpisnik/contract/common';
import type { contract } from '@vpisnik/contract/contract';
import { csv } from '@vpisnik/contract/rules/csv';
import type { FastifyReply } from 'fastify';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { emailsOfFilter, emailsOfSelection } from './emails.ts';
import { watch } from './events.ts';
import { preview } from './preview.ts';
import { listJobs, listRows, selectAllRows } from './queries.ts';
import { get, start, stop, undo } from './service.ts';
import { reportWords } from './words.ts';

/** Bulk work on participants. */
export function bulkJobRoutes({ env }: Services): Handlers<typeof contract.bulk_jobs> {
  const delay = env.mailDelaySeconds;
  return {
    emails: ({ scope, body }) => emailsOfSelection(scope, body.selection, body.with_left_out),
    emailsOf: ({ scope, query: { with_left_out, ...filter } }) =>
      emailsOfFilter(scope, filter, with_left_out),
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
      await get(scope, params.id, delay);
      reply.header('content-disposition', `attachment; filename="report-${params.id}.csv"`);
      return report(await selectAllRows(scope, params.id), scope.language);
    },
    stop: ({ scope, params }) => stop(scope, params.id, delay),
    undo: ({ scope, params, reply }) => accepted(reply, undo(scope, params.id, delay)),
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

function report(rows: BulkRow[], language: Language): string {
  const { columns, states, reasons, warnings, gone } = reportWords[language];
  const lines = rows.map((row) => [
    row.name ?? (row.reason === 'not_found' ? row.participant_id : gone),
    row.group_name ? bestText(row.group_name, language).text : '',
    states[row.state],
    [
      ...(row.reason ? [reasons[row.reason]] : []),
      ...row.warnings.map((warning) => {
        const missing = row.missing.map((name) => bestText(name, language).text).join(', ');
        return warning === 'missing_answers' ? `${warnings[warning]}: ${missing}` : warnings[warning];
      }),
    ].join('; '),
  ]);
  return csv([[...columns], ...lines], language === 'sl' ? ';' : ',');
}
