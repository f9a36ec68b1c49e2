import type { contract } from '@vpisnik/contract/contract';
import type { GroupSummary } from '@vpisnik/contract/groups';
import type { Handlers } from '../../http/mount.ts';
import { copyGroup } from './copies.ts';
import { countAnswers, listGroups } from './queries.ts';
import { changeGroup, createGroup, readGroup, removeGroup, setGroupStatus } from './service.ts';

/** The groups in the caller's scope. */
export const groupRoutes: Handlers<typeof contract.groups> = {
  list: async ({ scope, query }) =>
    (await listGroups(scope, query)) as { results: GroupSummary[]; last_id: string | null },
  create: ({ scope, body }) => createGroup(scope, body),
  get: ({ scope, params }) => readGroup(scope, params.id),
  update: ({ scope, params, body }) => changeGroup(scope, params.id, body),
  copy: ({ scope, params, body }) => copyGroup(scope, params.id, body),
  setStatus: ({ scope, params, body }) => setGroupStatus(scope, params.id, body),
  answers: async ({ scope, params }) => {
    await readGroup(scope, params.id);
    return { results: await countAnswers(scope, params.id) };
  },
  remove: ({ scope, params }) => removeGroup(scope, params.id),
};
