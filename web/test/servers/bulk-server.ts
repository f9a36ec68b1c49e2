import type { BulkJob, BulkPreview, BulkRow, StartedBulkJob } from '@vpisnik/contract/bulk-jobs';
import type { Participant } from '@vpisnik/contract/participants';
import { participantOf } from '../fixtures/participants.ts';
import { idOf, listOf } from '../fixtures/rows.ts';
import type { Answers } from './fake-api.ts';
import { participantServer } from './participant-server.ts';

// fixed days: the fake API answers these days, and nothing is compared with today

export const asOf = '2026-09-16T15:02:00.000000Z';

/** Bulk work as the API answers it; say only what the test is about. */
export function jobOf(fields: Partial<BulkJob> = {}): BulkJob {
  return {
    id: idOf(901),
    kind: 'status',
    parameters: { status: 'approved', notify: true, allow_overbooking: false },
    actor: 'Maja Kovač',
    account_id: idOf(801),
    state: 'done',
    stop_reason: null,
    total_count: 3,
    done_count: 3,
    skipped: [],
    mail_count: 3,
    undone_count: 0,
    not_undone: [],
    undo_until: null,
    file_until: null,
    created_at: '2026-09-16T15:02:00.000000Z',
    finished_at: '2026-09-16T15:02:01.000000Z',
    ...fields,
  };
}

/** A row of bulk work. */
export function rowOf(fields: Partial<BulkRow> = {}): BulkRow {
  return {
    participant_id: idOf(101),
    name: 'Špela Žnidaršič',
    group_id: idOf(1),
    group_name: { sl: 'Moderni ples', en: 'Modern dance' },
    payment: null,
    state: 'done',
    reason: null,
    warnings: [],
    missing: [],
    ...fields,
  };
}

/** What an act would do, as the API answers it. */
export function previewOf(fields: Partial<BulkPreview> = {}): BulkPreview {
  return {
    total_count: 3,
    change_count: 3,
    skipped: [],
    warnings: [],
    mail_count: 3,
    request_count: 0,
    without_email_count: 0,
    full_groups: [],
    unpriced_groups: [],
    total: null,
    fees: null,
    move_fees: null,
    rows: [],
    ...fields,
  };
}

const names = ['Ajda Bizjak', 'Borut Čeh', 'Cilka Dolinar', 'Drago Erjavec', 'Eva Fras'];

/** People of a list, as many as there are names. */
const people = (fields: Partial<Participant> = {}): Participant[] =>
  names.map((name, at) => participantOf({ id: idOf(101 + at), name, ...fields }));

/** Server of a list of `total` people that shows five, and of bulk work that does what the test says. */
export function bulkServer({ total = 5, rows = people() }: { total?: number; rows?: Participant[] } = {}) {
  const { server, answers } = participantServer(...rows);
  const bulk = {
    people: server,
    /** Bodies of the calls, by what they ask. */
    previewed: [] as unknown[],
    started: [] as { act: string; body: unknown }[],
    undone: [] as string[],
    preview: previewOf(),
    /** What a start answers. */
    job: { ...jobOf(), rows: [] } as StartedBulkJob,
    /** What became of the rows. */
    rows: [] as BulkRow[],
    /** Jobs that the server tells of by itself. */
    open: [] as BulkJob[],
    /** The job as it is now. */
    now: undefined as BulkJob | undefined,
  };
  const start = (act: string) => (input: { body: unknown }) => {
    bulk.started.push({ act, body: input.body });
    return bulk.job;
  };
  const now = () => bulk.now ?? bulk.job;
  const list = (input: { query?: Record<string, unknown> }) => ({
    ...answers.participants.list(input),
    total,
    as_of: asOf,
  });
  return {
    bulk,
    answers: {
      ...answers,
      participants: { ...answers.participants, list, ofGroup: list },
      bulk_jobs: {
        preview: ({ body }) => {
          bulk.previewed.push(body);
          return bulk.preview;
        },
        status: start('status'),
        move: start('move'),
        note: start('note'),
        payments: start('payments'),
        remove: start('delete'),
        list: () => listOf(...bulk.open),
        get: () => now(),
        events: () => now(),
        rows: ({ query }) => {
          const states = [query?.state ?? []].flat();
          return listOf(...bulk.rows.filter(({ state }) => states.length === 0 || states.includes(state)));
        },
        report: () => 'Udeleženec',
        stop: () => now(),
        undo: ({ params: { id } }) => {
          bulk.undone.push(id);
          return { ...now(), state: 'undone', undone_count: now().done_count };
        },
      },
    } satisfies Answers,
  };
}
