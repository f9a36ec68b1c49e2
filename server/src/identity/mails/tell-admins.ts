import type { Pool } from 'pg';
import { asSystem } from '../../db/scope.ts';
import { type AccountMailKind, enqueueAccountMail } from './account-outbox.ts';

/** Enqueues a mail about the installation for each administrator of the platform. */
export async function tellAdmins(
  system: Pool,
  kind: AccountMailKind,
  data: Record<string, string>,
): Promise<void> {
  await asSystem(system, async (client) => {
    const { rows } = await client.query<{ id: string; email: string }>(
      'select id, email from accounts where platform_admin and confirmed_at is not null order by id',
    );
    for (const { id, email } of rows)
      await enqueueAccountMail(client, { kind, to_address: email, account_id: id, data });
  });
}
