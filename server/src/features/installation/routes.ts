import type { contract } from '@vpisnik/contract/contract';
import { installation } from '@vpisnik/contract/installation';
import { drizzle } from 'drizzle-orm/node-postgres';
import { editConflict } from '../../errors.ts';
import type { Handlers } from '../../http/mount.ts';
import { installationOf } from '../../installation/state.ts';
import type { Services } from '../../services.ts';
import { changeInstallation, selectInstallation } from './queries.ts';

/** The notice on all screens and read-only mode, for a platform ADMIN. */
export function installationRoutes({ pools }: Services): Handlers<typeof contract.installation> {
  const all = drizzle({ client: pools.system });
  return {
    get: () => selectInstallation(all),
    async update({ scope, request, body: { version, ...change } }) {
      const saved = await changeInstallation(all, version, { ...change, changed_by: scope.name });
      if (!saved) throw editConflict(await selectInstallation(all), installation.get.reply);
      if (change.read_only !== undefined)
        request.log.warn({ account: scope.accountId, read_only: saved.read_only }, 'read-only mode');
      await installationOf(pools.system).renew();
      return saved;
    },
  };
}
