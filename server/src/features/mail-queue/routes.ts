import type { contract } from '@vpisnik/contract/contract';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Handlers } from '../../http/mount.ts';
import type { Services } from '../../services.ts';
import { checkDns } from './dns.ts';
import { countQueue, selectPauses, selectQueue } from './queries.ts';
import { actOnQueue, resumeDomain } from './service.ts';

/** Mails of all organisations for a platform ADMIN, without words and recipients. */
export function mailQueueRoutes({ pools, env, names }: Services): Handlers<typeof contract.mail_queue> {
  const all = drizzle({ client: pools.system });
  return {
    async list({ query: { view } }) {
      const [queue, counts, pauses] = await Promise.all([
        selectQueue(all, view),
        countQueue(all),
        selectPauses(all),
      ]);
      return { ...queue, ...counts, pauses };
    },
    async resume({ body }) {
      await resumeDomain(pools, body.domain);
      return undefined;
    },
    async act({ inScope, params, body }) {
      const admin = await inScope(async ({ accountId, signInId, name, role }) => ({
        ...{ accountId, signInId, name, role },
      }));
      return await actOnQueue(pools, admin, params.id, body);
    },
    dns: () => checkDns({ pools, env, names }),
  };
}
