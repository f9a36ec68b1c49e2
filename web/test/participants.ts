import type { MailRecord, Participant } from '@vpisnik/contract/participants';
import type { Answers } from './fake-api.ts';
import { groupOf, idOf, listOf } from './groups.ts';

// fixed days: the fake API answers these days, and pages show them

/** A participant as the API answers it; say only what the test is about. */
export function participantOf(fields: Partial<Participant> = {}): Participant {
  return {
    id: idOf(101),
    version: 1,
    created_at: '2026-09-16T15:02:00.000000Z',
    updated_at: '2026-09-16T15:02:00.000000Z',
    group_id: idOf(1),
    group_name: { sl: 'Moderni ples', en: 'Modern dance' },
    name: 'Špela Žnidaršič',
    email: 'barbara@mail.test',
    phone: '031 777 188',
    guardian_name: null,
    guardian_phone: null,
    birth_date: null,
    status: 'pending',
    application_date: '2026-09-16T15:02:00.000000Z',
    reference: 'EEF72U95',
    language: 'sl',
    waiting_position: null,
    notes: '',
    staff_notes: '',
    answers: [],
    privacy_version: '2026-11-01',
    mails: [],
    elsewhere: [],
    reapplications: [],
    older_reapplications_count: 0,
    ...fields,
  };
}

/** A mail of a participant's history. */
export function mailOf(fields: Partial<MailRecord> = {}): MailRecord {
  return {
    id: idOf(201),
    email_type: 'application_status_update',
    variant: '',
    recipient_kind: 'applicant',
    to_address: 'barbara@mail.test',
    status_at: 'approved',
    state: 'sent',
    state_reason: '',
    decision_reason: '',
    send_after: '2026-09-16T15:02:00.000000Z',
    sent_at: '2026-09-16T15:03:00.000000Z',
    created_at: '2026-09-16T15:02:00.000000Z',
    ...fields,
  };
}

/** Server with participants in memory; a later read returns earlier changes. */
export function participantServer(...rows: Participant[]) {
  const group = groupOf({ leaders: [] });
  const server = {
    rows: new Map(rows.map((row) => [row.id, row])),
    group,
    /** Bodies of the decisions, as they were sent. */
    decisions: [] as unknown[],
    /** Queries of the lists, as they were asked. */
    asked: [] as Record<string, unknown>[],
    change: (id: string, fields: Partial<Participant>): Participant => {
      const before = server.rows.get(id);
      if (!before) throw new Error(`No participant ${id}`);
      const row = { ...before, ...fields, version: before.version + 1 };
      server.rows.set(id, row);
      return row;
    },
  };
  const list = ({ query }: { query?: Record<string, unknown> }) => {
    server.asked.push({ ...query });
    return listOf(...server.rows.values());
  };
  const counts = () => ({
    pending: [...server.rows.values()].filter(({ status }) => status === 'pending').length,
    approved: 0,
    waitlisted: 0,
    rejected: 0,
    inactive: 0,
    oldest_pending: '2026-09-13T15:02:00.000000Z',
  });
  const answers = {
    groups: { list: () => listOf(server.group), get: () => server.group },
    form_fields: { list: () => listOf() },
    participants: {
      list,
      ofGroup: list,
      counts,
      get: ({ params: { id } }) => server.rows.get(id) ?? participantOf({ id }),
      setStatus: ({ params: { id }, body }) => {
        server.decisions.push(body);
        return server.change(id, { status: body.status });
      },
      undoStatus: ({ params: { id } }) => server.change(id, { status: 'pending' }),
      update: ({ params: { id }, body: { version: _, answers: __, ...body } }) =>
        server.change(id, body as Partial<Participant>),
    },
  } satisfies Answers;
  return { server, answers };
}
