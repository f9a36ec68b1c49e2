import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { processVariables, readEnv } from './env.ts';
import { runUntilStopped, startPart } from './lifecycle.ts';
import { refuseTakenPorts } from './ports.ts';
import { startApplication } from './start.ts';

await runUntilStopped(async (parts) => {
  const wanted = readEnv(processVariables(), 'production');
  await refuseTakenPorts([{ variable: 'PORT', port: wanted.port, host: wanted.host }]);
  const env = await openDatabase(parts, wanted);
  // elsewhere migrating is a step of its own, before any of the processes of a new version starts
  if (env.embedded) await migrate({ databaseUrl: env.databaseDirectUrl });
  await startPart(parts, startApplication(env));
});
