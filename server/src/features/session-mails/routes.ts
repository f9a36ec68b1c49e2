import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { readAudience } from './service.ts';

/** Whom changes of dates are told. */
export const sessionNoticeRoutes: Handlers<typeof contract.session_notices> = {
  audience: ({ scope, query }) => readAudience(scope, query),
};
