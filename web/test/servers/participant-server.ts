import type { ParticipantNote } from '@vpisnik/contract/participant-notes';
import type { Participant } from '@vpisnik/contract/participants';
import { groupOf } from '../fixtures/groups.ts';
import { countsOf, mailOf, noteOf, participantOf } from '../fixtures/participants.ts';
import { idOf, listOf } from '../fixtures/rows.ts';
import { type Answers, Refusal } from './fake-api.ts';

// fixed days: the fake API answers these days, and pages show them

type Known = 'list' | 'ofGroup' | 'counts' | 'get' | 'setStatus' | 'sendMailAgain' | 'undoStatus' | 'update';

/** Server with participants in memory; a later read returns earlier changes. */
export function participantServer(...rows: Participant[]) {
  const group = groupOf({ leaders: [] });
  const server = {
    rows: new Map(rows.map((row) => [row.id, row])),
    group,
    /** The pinned one first, then the latest. */
    notes: [] as ParticipantNote[],
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
  const counts = () =>
    countsOf({
      pending: [...server.rows.values()].filter(({ status }) => status === 'pending').length,
      oldest_pending: '2026-09-13T15:02:00.000000Z',
    });
  // typed as what may also refuse, so that a test can let one of them do so
  const participants: Required<Pick<NonNullable<Answers['participants']>, Known>> = {
    list,
    ofGroup: list,
    counts,
    get: ({ params: { id } }) => server.rows.get(id) ?? participantOf({ id }),
    setStatus: ({ params: { id }, body }) => {
      server.decisions.push(body);
      return server.change(id, { status: body.status });
    },
    sendMailAgain: ({ params: { id: again_of }, body: { email } }) => {
      const row = [...server.rows.values()].find(({ mails }) => mails.some(({ id }) => id === again_of));
      if (!row) return new Refusal({ status: 404, code: 'not_found' });
      const to_address = email ?? row.email;
      const repeat = mailOf({ ...row.mails[0], id: idOf(290), again_of, to_address, state: 'queued' });
      const sent = { ...repeat, state_reason: '', sent_at: null, requested_by: 'Nina Bergant' };
      return server.change(row.id, { email: to_address, mails: [sent, ...row.mails] });
    },
    undoStatus: ({ params: { id } }) => server.change(id, { status: 'pending' }),
    update: ({ params: { id }, body: { version: _, answers: __, ...body } }) =>
      server.change(id, body as Partial<Participant>),
  };
  const answers = {
    groups: { list: () => listOf(server.group), get: () => server.group },
    form_fields: { list: () => listOf() },
    participant_notes: {
      list: () => listOf(...server.notes),
      create: ({ params: { id }, body }) => {
        const note = noteOf({ ...body, id: idOf(310 + server.notes.length), participant_id: id });
        server.notes.unshift(note);
        return note;
      },
      update: ({ params: { id }, body: { version, ...change } }) => {
        const before = noteOf(server.notes.find((note) => note.id === id));
        if (before.version !== version)
          return new Refusal({ status: 409, code: 'edit_conflict', current: before });
        const note = { ...before, ...change, version: version + 1 } as ParticipantNote;
        server.notes = server.notes
          .map((one) => (one.id === id ? note : { ...one, pinned: one.pinned && !note.pinned }))
          .sort((a, b) => Number(b.pinned) - Number(a.pinned));
        return note;
      },
      remove: ({ params: { id } }) => {
        server.notes = server.notes.filter((note) => note.id !== id);
        return undefined;
      },
    },
    participants,
  } satisfies Answers;
  return { server, answers };
}
