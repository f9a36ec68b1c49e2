import type { Pool, PoolClient } from 'pg';
import { recordOwn } from '../../db/activity.ts';
import { instantColumn } from '../../db/instants.ts';
import { asSystem } from '../../db/scope.ts';
import { deviceOf } from './devices.ts';

/** A signed-in device as it is stored; `grant_id` is what its tokens name. */
export interface StoredSignIn {
  id: string;
  grant_id: string;
  user_agent: string;
  created_at: string;
  last_used_at: string;
}

/** Records a sign-in with its browser and operating system, also in the activity log. */
export async function recordSignIn(
  system: Pool,
  { accountId, grantId, userAgent }: { accountId: string; grantId: string; userAgent: string },
): Promise<void> {
  const { browser, system: platform } = deviceOf(userAgent);
  await asSystem(system, async (client) => {
    await client.query(
      `insert into sign_ins (account_id, grant_id, user_agent) values ($1, $2, $3) on conflict do nothing`,
      [accountId, grantId, userAgent.slice(0, 500)],
    );
    await client.query('update accounts set last_sign_in_at = now() where id = $1', [accountId]);
    await recordOwn(client, accountId, 'sign_in', { browser, system: platform });
  });
}

/** Devices on which an account is signed in. A device renews about every five minutes while it is used. */
export async function listSignIns(
  system: Pick<PoolClient, 'query'>,
  accountId: string,
): Promise<StoredSignIn[]> {
  const { rows } = await system.query<StoredSignIn>(
    `select s.id, s.grant_id, s.user_agent, ${instantColumn('s.created_at')} as created_at,
       ${instantColumn('greatest(s.created_at, to_timestamp(used.at))')} as last_used_at
     from sign_ins s
     join oidc_payloads g on g.model = 'Grant' and g.id = s.grant_id and g.expires_at > now()
     left join lateral (
       select max((t.payload ->> 'iat')::bigint) as at from oidc_payloads t
       where t.model = 'RefreshToken' and t.grant_id = s.grant_id
     ) as used on true
     where s.account_id = $1
     order by last_used_at desc, s.id`,
    [accountId],
  );
  return rows;
}
