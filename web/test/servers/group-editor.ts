import type { Group } from '@vpisnik/contract/groups';
import { formFieldOf, references } from '../fixtures/catalogue.ts';
import { groupAfter } from '../fixtures/groups.ts';
import { idOf, listOf } from '../fixtures/rows.ts';
import type { Answers } from './fake-api.ts';

/** Bodies that were sent to be saved. */
export type Saves = { body: Record<string, unknown> }[];

/** Answers of a server with one group, which keeps saved changes. */
export function answers(group: Group, saves: Saves = [], more: Answers['groups'] = {}): Answers {
  let now = group;
  return {
    sessions: { list: () => ({ results: [] }), clashes: () => ({ results: [] }) },
    ...references(
      formFieldOf(),
      formFieldOf({
        id: idOf(42),
        label: 'velikost',
        name: { sl: 'Velikost' },
        languages: ['sl'],
        type: 'text',
      }),
    ),
    groups: {
      list: () => listOf(now),
      get: () => now,
      update: ({ body }) => {
        saves.push({ body });
        now = groupAfter(now, body);
        return now;
      },
      ...more,
    },
  };
}

/** The page of that group. */
export const path = `/groups/${idOf(1)}`;
