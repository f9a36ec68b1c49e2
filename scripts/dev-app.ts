import { processVariables, readEnv } from '../server/src/env.ts';
import { runUntilStopped, startPart } from '../server/src/lifecycle.ts';
import { startApplication } from '../server/src/start.ts';

await runUntilStopped(async (parts) => {
  await startPart(parts, startApplication(readEnv(processVariables(), 'demo')));
});
