import { join } from 'node:path';
import { startEmbedded } from './db/embedded.ts';
import { migrate } from './db/migrate.ts';
import { processVariables, readEnv, withDatabase } from './env.ts';
import { runUntilStopped, startPart } from './lifecycle.ts';
import { refuseTakenPorts } from './ports.ts';
import { startApplication } from './start.ts';

await runUntilStopped(async (parts) => {
  let env = readEnv(processVariables(), 'production');
  await refuseTakenPorts([{ variable: 'PORT', port: env.port, host: env.host }]);
  if (env.embedded) {
    const database = await startPart(parts, startEmbedded({ dir: join(env.dataDir, 'postgres') }));
    env = withDatabase(env, database.url);
    await migrate({ databaseUrl: env.databaseDirectUrl });
  }
  await startPart(parts, startApplication(env));
});
