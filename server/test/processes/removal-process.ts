import { createPools } from '../../src/db/connection/pools.ts';
import { readEnv } from '../../src/env.ts';
import { removeDueOrganizations } from '../../src/features/organizations/removal.ts';

// removes organisations row by row, so that a test can kill it in the middle; its configuration is the environment
const { system } = createPools(readEnv(process.env, 'test'));
process.on('disconnect', () => process.exit());
let batches = 0;
const telling = {
  async query(text: string, values?: unknown[]) {
    const answer = await system.query(text, values);
    batches += 1;
    process.send?.(batches);
    return answer;
  },
} as typeof system;
await removeDueOrganizations(telling, { deleteAll: async () => {} }, new AbortController().signal, 1);
