import type { PoolClient } from 'pg';
import { oneLine } from './safe-text.ts';

/** Every mail about an account. */
export type AccountMailKind =
  | 'organization_deleted'
  | 'organization_restored'
  | 'activation'
  | 'account_exists'
  | 'invitation'
  | 'password_reset'
  | 'password_changed'
  | 'device'
  | 'email_change'
  | 'email_changed'
  | 'owner_change'
  | 'owner_changed'
  | 'app_added'
  | 'app_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'passkey_refused'
  | 'second_factor_reset'
  | 'recovery_code_used'
  | 'recovery_codes_renewed'
  | 'codes_guessed';

/** A mail about an account, as it stands in the outbox. */
export type AccountMail = {
  id: string;
  kind: AccountMailKind;
  to_address: string;
  /** Null: whoever has the address when it is sent. */
  account_id: string | null;
  data: Record<string, string>;
  message_id: string;
};

type Queries = Pick<PoolClient, 'query'>;

/** Anybody may ask for these with anybody's address, so only so many of a kind leave to one address in an hour. */
const HOURLY_LIMIT = 3;

/**
 * Enqueues a mail in the caller's transaction. Codes are made when it leaves. It takes the same time whether the address
 * belongs to somebody or to nobody.
 */
export async function enqueueAccountMail(
  client: Queries,
  mail: Pick<AccountMail, 'kind' | 'to_address'> & Partial<Pick<AccountMail, 'account_id' | 'data'>>,
): Promise<void> {
  const { kind, to_address, account_id = null, data = {} } = mail;
  await client.query(
    'insert into account_mails (kind, to_address, account_id, data) values ($1, $2, $3, $4)',
    [kind, to_address, account_id, data],
  );
}

/** The same for what strangers can cause: beyond the hourly limit of the address nothing is sent. Answers whether it was. */
export async function enqueueLimitedMail(
  client: Queries,
  mail: Parameters<typeof enqueueAccountMail>[1],
): Promise<boolean> {
  // requests at the same moment must not pass the limit together
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [mail.to_address]);
  const { rows } = await client.query<{ sent: number }>(
    `select count(*)::integer as sent from account_mails
     where to_address = $1 and kind = $2 and created_at > now() - interval '1 hour'`,
    [mail.to_address, mail.kind],
  );
  if ((rows[0]?.sent ?? 0) >= HOURLY_LIMIT) return false;
  await enqueueAccountMail(client, mail);
  return true;
}

/**
 * Takes a mail for sending; undefined when there is nothing to send.
 *
 * @param again whether its job has been tried before: only then may one that is being sent be taken
 */
export async function claimAccountMail(
  client: Queries,
  id: string,
  again: boolean,
): Promise<AccountMail | undefined> {
  const { rows } = await client.query<AccountMail>(
    `update account_mails set state = 'sending', attempts = attempts + 1
     where id = $1 and (state = 'queued' or state = 'sending' and $2)
     returning id, kind, to_address, account_id, data, message_id`,
    [id, again],
  );
  return rows[0];
}

/** Says how it went with a mail that was taken; one that waits comes again by its own job. */
export async function markAccountMail(
  client: Queries,
  id: string,
  state: 'sent' | 'queued' | 'failed' | 'cancelled',
  reason = '',
): Promise<void> {
  await client.query(
    `update account_mails set state = $2, state_reason = $3, sent_at = case when $2 = 'sent' then now() end
     where id = $1 and state in ('queued', 'sending')`,
    [id, state, oneLine(reason).slice(0, 300)],
  );
}
