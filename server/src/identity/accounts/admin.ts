import { email as emailSchema } from '@vpisnik/contract/common';
import pg from 'pg';
import { openDatabase, readCommandEnv } from '../../db/connection/open.ts';
import { migrate } from '../../db/migrate.ts';
import { runToEnd } from '../../lifecycle.ts';
import { PlainError } from '../../plain-error.ts';
import { invitePlatformAdmin } from './platform-admin.ts';

/** `npm run admin -- <email>`: the one way to the first platform ADMIN, and back in for one who is locked out. */
await runToEnd(async (parts) => {
  const address = emailSchema.safeParse(process.argv[2]);
  if (!address.success) throw new PlainError('Say whom to let in: npm run admin -- name@example.com');

  const env = await openDatabase(parts, readCommandEnv());
  if (env.embedded) await migrate({ ...env, databaseUrl: env.databaseDirectUrl });

  const system = new pg.Pool({ connectionString: env.databaseSystemUrl, max: 1 });
  parts.defer(() => system.end());
  const { outcome, link, factorReset } = await invitePlatformAdmin(system, env.publicUrl, address.data);
  const done = outcome === 'created' ? 'is now a platform administrator' : 'has to choose a new password';
  const reset = factorReset ? ' The second factor has been taken away.' : '';
  process.stdout.write(
    `\n${address.data} ${done}.${reset} This link works once, within an hour:\n\n  ${link}\n\n`,
  );
});
