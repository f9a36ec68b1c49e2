import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { selectFacts } from './queries.ts';

/** The facts above the calendar. */
export const dashboardRoutes: Handlers<typeof contract.dashboard> = {
  facts: ({ scope }) => selectFacts(scope),
};
