import { existsSync } from 'node:fs';
import { openDatabase } from './db/connection/open.ts';
import { migrate } from './db/migrate.ts';
import { processVariables, readEnv } from './env.ts';
import { runUntilStopped, startPart } from './lifecycle.ts';
import { PlainError } from './plain-error.ts';
import { refuseTakenPorts } from './ports.ts';
import { startApplication } from './start.ts';

await runUntilStopped(async (parts) => {
  const wanted = readEnv(processVariables(), 'production');
  if (!existsSync(new URL('../../web/dist/staff/index.html', import.meta.url)))
    throw new PlainError('The web is not built yet; run npm run build.');
  await refuseTakenPorts([{ variable: 'PORT', port: wanted.port, host: wanted.host }]);
  const env = await openDatabase(parts, wanted);
  // elsewhere migrating is a step of its own, before any of the processes of a new version starts
  if (env.embedded) await migrate({ ...env, databaseUrl: env.databaseDirectUrl });
  await startPart(parts, startApplication(env));
});
