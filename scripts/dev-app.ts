import { processVariables, readEnv } from '../server/src/env.ts';
import { runUntilStopped, startPart } from '../server/src/lifecycle.ts';
import { startApplication } from '../server/src/start.ts';

await runUntilStopped(async (parts) => {
  // every edit is seen at once
  const variables = { ...processVariables(), KEEP_STAFF_APP: 'false' };
  await startPart(parts, startApplication(readEnv(variables, 'demo')));
});
