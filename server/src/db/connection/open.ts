import { join } from 'node:path';
import { type Env, processVariables, readEnv, withDatabase } from '../../env.ts';
import { startPart } from '../../lifecycle.ts';
import { keepEmbedded } from '../embedded/keep.ts';

/** Completes the configuration with the embedded database, which runs from now on, if that is the one to use. */
export async function openDatabase(parts: AsyncDisposableStack, env: Env): Promise<Env> {
  if (!env.embedded) return env;
  const { url } = await startPart(parts, keepEmbedded({ dir: join(env.dataDir, 'postgres') }));
  return withDatabase(env, url);
}

/** Configuration of a command for the operator: that of production where a database is set up, else that of the demo. */
export function readCommandEnv(): Env {
  const variables = processVariables();
  return readEnv(variables, variables.DATABASE_URL || variables.EMBEDDED ? 'production' : 'demo');
}
