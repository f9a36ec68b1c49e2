import { join } from 'node:path';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { processVariables, readEnv, withDatabase } from '../env.ts';
import { runToEnd, startPart } from '../lifecycle.ts';
import { seedDemo } from './seed.ts';

await runToEnd(async (parts) => {
  let env = readEnv(processVariables(), 'demo');
  if (env.embedded) {
    const { url } = await startPart(parts, startEmbedded({ dir: join(env.dataDir, 'postgres') }));
    env = withDatabase(env, url);
  }
  await migrate({ ...env, databaseUrl: env.databaseDirectUrl });
  const filled = await seedDemo({ databaseUrl: env.databaseDirectUrl });
  process.stdout.write(
    filled
      ? 'The demo organisations are in the database.\n'
      : 'The database has organisations; nothing was changed.\n',
  );
});
