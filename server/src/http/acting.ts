import type { Endpoint } from '@vpisnik/contract/kit';
import type { Pool } from 'pg';
import { record } from '../db/activity.ts';
import { type AccountScope, asSystem } from '../db/scope.ts';

/**
 * Writes into an organisation's audit trail that a platform ADMIN acts for it: each write by its call, and looking at it,
 * which a POST may do too, once an hour.
 */
export async function recordActing(
  system: Pool,
  { organizationId, accountId, name }: AccountScope,
  call: string,
  endpoint: Pick<Endpoint, 'method' | 'scope' | 'reads'>,
): Promise<void> {
  if (!organizationId) return;
  const actor = { id: accountId, name };
  const about = { organization_id: organizationId, actor, entity: 'call' } as const;
  await asSystem(system, async (client) => {
    if (endpoint.method !== 'GET' && !endpoint.reads && endpoint.scope === 'organization') {
      await record(client, { ...about, action: 'acted_for_write', changes: { call } });
      return;
    }
    const { rowCount } = await client.query(
      `select from activity_log where organization_id = $1 and account_id = $2 and action = 'acted_for'
         and created_at > now() - interval '1 hour' limit 1`,
      [organizationId, accountId],
    );
    if (!rowCount) await record(client, { ...about, action: 'acted_for' });
  });
}
