import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { listSessions } from './queries.ts';

/** The calendar of the dashboard. */
export const sessionRoutes: Handlers<typeof contract.sessions> = {
  list: async ({ scope, query }) => ({ results: await listSessions(scope, query.from, query.to) }),
};
