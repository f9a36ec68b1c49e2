import type { Participant } from '@vpisnik/contract/participants';
import type { Answers } from './fake-api.ts';
import { groupOf } from './fixtures/groups.ts';
import { countsOf, participantOf } from './fixtures/participants.ts';
import { listOf } from './fixtures/rows.ts';

// fixed days: the fake API answers these days, and pages show them

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
  const counts = () =>
    countsOf({
      pending: [...server.rows.values()].filter(({ status }) => status === 'pending').length,
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
