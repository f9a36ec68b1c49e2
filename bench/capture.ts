import type { InjectOptions } from 'fastify';
import { createApp } from '../server/src/app.ts';
import { createPools } from '../server/src/db/connection/pools.ts';
import { openStorage } from '../server/src/files/storage.ts';
import type { Site } from './stage.ts';

export type Statement = { text: string; values: unknown[] };

/** Runs a request and records its statements, without begin and commit, and its reply. */
export async function capture(
  { env }: Site,
  pool: 'api' | 'public',
  request: InjectOptions,
): Promise<{ statements: Statement[]; body: string }> {
  const statements: Statement[] = [];
  const pools = createPools(env);
  pools[pool].on('connect', (client) => {
    const query = client.query.bind(client) as (...sent: unknown[]) => unknown;
    const record = (...sent: unknown[]) => {
      const [first, values] = sent as [string | Partial<Statement>, unknown[] | undefined];
      if (typeof first !== 'string' && first.text)
        statements.push({ text: first.text, values: values ?? first.values ?? [] });
      return query(...sent);
    };
    Object.assign(client, { query: record });
  });
  const app = await createApp({ env, pools, storage: openStorage(env) });
  const { statusCode, payload } = await app.inject(request);
  await app.close();
  await pools.close();
  if (statusCode !== 200) throw new Error(`${request.url} answered ${statusCode}: ${payload}`);
  return { statements, body: payload };
}
