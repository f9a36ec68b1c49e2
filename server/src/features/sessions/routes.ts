import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { scheduleClashes } from './clashes.ts';
import { listSessions } from './queries.ts';

/** The calendar of the dashboard and of a group, and what a schedule would clash with. */
export const sessionRoutes: Handlers<typeof contract.sessions> = {
  list: async ({ scope, query }) => ({ results: await listSessions(scope, query) }),
  clashes: async ({ scope, body }) => ({ results: await scheduleClashes(scope, body) }),
};
