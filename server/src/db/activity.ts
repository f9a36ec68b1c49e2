import type { ActivityAction } from '@vpisnik/contract/activity';
import { sql } from 'drizzle-orm';
import type { PoolClient } from 'pg';
import type { Scope } from './scope.ts';

/** One line of an organisation's audit trail. */
export interface Activity {
  organization_id: string;
  action: ActivityAction;
  /** Who did it, as a name that stays when the account is gone. */
  actor: { id: string | null; name: string };
  entity?: 'user' | 'organization' | 'call' | 'bulk_job' | 'export' | 'participant' | 'statement' | 'message';
  entity_id?: string | null;
  changes?: Record<string, unknown>;
}

/** Adds an entry to the activity log in the caller's transaction; no role may change or delete entries. */
export async function record(client: Pick<PoolClient, 'query'>, activity: Activity): Promise<void> {
  const { organization_id, action, actor, entity = 'user', entity_id = null, changes = {} } = activity;
  await client.query(
    `insert into activity_log (organization_id, account_id, actor, action, entity, entity_id, changes)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [organization_id, actor.id, actor.name, action, entity, entity_id, changes],
  );
}

/** Adds an entry by the scope's account, in the scope's transaction. */
export async function recordBy(
  scope: Scope,
  { action, entity = 'user', entity_id = null, changes = {} }: Omit<Activity, 'organization_id' | 'actor'>,
): Promise<void> {
  await scope.tx.execute(
    sql`insert into activity_log (organization_id, account_id, actor, action, entity, entity_id, changes)
      values (${scope.organizationId}, ${scope.accountId}, ${scope.name}, ${action}, ${entity}, ${entity_id},
        ${JSON.stringify(changes)}::jsonb)`,
  );
}

/** Adds an entry about an account's own change. Writes nothing for platform ADMINs: they belong to no organisation. */
export async function recordOwn(
  client: Pick<PoolClient, 'query'>,
  accountId: string,
  action: ActivityAction,
  changes: Record<string, unknown> = {},
): Promise<void> {
  await client.query(
    `insert into activity_log (organization_id, account_id, actor, action, entity, entity_id, changes)
     select m.organization_id, a.id, a.name, $2, 'user', a.id, $3
     from accounts a join memberships m on m.account_id = a.id where a.id = $1 and a.confirmed_at is not null`,
    [accountId, action, changes],
  );
}
