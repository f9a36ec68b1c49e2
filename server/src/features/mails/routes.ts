import type { contract } from '@vpisnik/contract/contract';
import type { Handlers } from '../../http/mount.ts';
import { countOutbox, selectOutbox } from './queries.ts';
import { cancelMail, retryMail } from './service.ts';

/** The outbox of the organisation. */
export const mailRoutes: Handlers<typeof contract.mails> = {
  async list({ scope, query: { view, with_total, ...page } }) {
    const [results, total] = await Promise.all([
      selectOutbox(scope, view, page),
      with_total ? countOutbox(scope, view) : undefined,
    ]);
    return { ...results, ...(total !== undefined && { total }) };
  },
  async counts({ scope }) {
    const [waiting, held, failed] = await Promise.all([
      countOutbox(scope, 'waiting'),
      countOutbox(scope, 'held'),
      countOutbox(scope, 'failed'),
    ]);
    return { waiting, held, failed };
  },
  retry: ({ scope, params: { id } }) => retryMail(scope, id),
  cancel: ({ scope, params: { id } }) => cancelMail(scope, id),
};
