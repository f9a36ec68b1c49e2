import type { PoolClient } from 'pg';
import { accountMailLimits as limits } from '../../mail/limits.ts';
import { oneLine } from '../../mail/safe-text.ts';

/** Every mail about an account. */
export type AccountMailKind =
  | 'organization_deleted'
  | 'organization_restored'
  | 'organization_account_changed'
  | 'message_stopped'
  | 'backup_failed'
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
  /** Null: found by the address, or by the invitation in `data`, when the mail leaves. */
  account_id: string | null;
  data: Record<string, string>;
  message_id: string;
};

type Queries = Pick<PoolClient, 'query'>;

/**
 * Who chooses the address of each kind: `anyone` who asks, perhaps a stranger's; a `member` who invites or types one, which counts
 * among what their organisation may cause in a day; `holder` for the account's confirmed address or the organisation's owner's.
 */
const addressedBy: Record<AccountMailKind, 'anyone' | 'member' | 'holder'> = {
  activation: 'anyone',
  account_exists: 'anyone',
  invitation: 'member',
  password_reset: 'anyone',
  device: 'anyone',
  email_change: 'member',
  owner_change: 'member',
  organization_deleted: 'holder',
  organization_restored: 'holder',
  organization_account_changed: 'holder',
  message_stopped: 'holder',
  backup_failed: 'holder',
  password_changed: 'holder',
  email_changed: 'holder',
  owner_changed: 'holder',
  app_added: 'holder',
  app_removed: 'holder',
  passkey_added: 'holder',
  passkey_removed: 'holder',
  passkey_refused: 'holder',
  second_factor_reset: 'holder',
  recovery_code_used: 'holder',
  recovery_codes_renewed: 'holder',
  codes_guessed: 'holder',
};

type NewMail = Pick<AccountMail, 'kind' | 'to_address'> & Partial<Pick<AccountMail, 'account_id' | 'data'>>;

/**
 * Enqueues a mail in the caller's transaction; codes are made when it leaves. Kinds whose address is not the holder's are limited
 * per address and hour, and those of members per young organisation and day; mails beyond are held, equal ones once. Takes the
 * same time whether the address has an account or not.
 *
 * @returns whether it leaves at once
 * @throws {Error} when a mail to a holder names another address: then the kind is in the wrong list
 */
export async function enqueueAccountMail(client: Queries, mail: NewMail): Promise<boolean> {
  const { kind, to_address, account_id = null } = mail;
  const data = addressedBy[kind] === 'member' ? await withOrganization(client, mail) : (mail.data ?? {});
  const reason = addressedBy[kind] === 'holder' ? '' : await obstacleOf(client, { ...mail, data });
  if (addressedBy[kind] === 'holder') await requireHolder(client, mail);
  await client.query(
    `insert into account_mails (kind, to_address, account_id, data, state, state_reason)
     select $1, $2, $3::uuid, $4::jsonb, case $5 when '' then 'queued' else 'held' end, $5
     where $5 = '' or not exists (
       select from account_mails held
       where held.state = 'held' and held.kind = $1 and held.to_address = $2 and held.data = $4::jsonb
         and held.account_id is not distinct from $3::uuid
     )`,
    [kind, to_address, account_id, data, reason],
  );
  return reason === '';
}

/** What is known of a mail with the organisation that it counts for: that of its account, unless it names one. */
async function withOrganization(
  client: Queries,
  { account_id, data = {} }: NewMail,
): Promise<Record<string, string>> {
  if (data.organization_id || !account_id) return data;
  const { rows } = await client.query<{ organization_id: string }>(
    'select organization_id from memberships where account_id = $1',
    [account_id],
  );
  return { ...data, ...rows[0] };
}

/** The limit that holds a mail back whose address is not its holder's; empty if it may leave. */
async function obstacleOf(
  client: Queries,
  { kind, to_address, data = {} }: NewMail,
): Promise<'' | 'hourly_limit' | 'daily_limit'> {
  // requests at the same moment must not pass the limit together
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [to_address]);
  const { rows } = await client.query<{ hour: number; day: number }>(
    `select (${leftLastHour('$1', '$2')})::integer as hour, (${leftLastDay('$3')})::integer as day`,
    [to_address, kind, data.organization_id ?? null],
  );
  if ((rows[0]?.hour ?? 0) >= limits.hourly) return 'hourly_limit';
  return (rows[0]?.day ?? 0) >= limits.daily ? 'daily_limit' : '';
}

/** SQL: number of mails of a kind to an address within the hour, queued ones included. */
const leftLastHour = (address: string, kind: string) => `
  select count(*) from account_mails recent
  where recent.to_address = ${address} and recent.kind = ${kind} and recent.state <> 'held'
    and coalesce(recent.sent_at, recent.send_after) > now() - interval '1 hour'`;

/** SQL: number of mails that a young organisation caused within the day; 0 for an older one. */
const leftLastDay = (organization: string) => `
  select count(*) from account_mails recent
  join organizations young on young.id = ${organization}::uuid
    and young.created_at > now() - make_interval(days => ${limits.youngDays})
  where recent.data ? 'organization_id' and recent.data ->> 'organization_id' = ${organization}::text
    and recent.state <> 'held'
    and coalesce(recent.sent_at, recent.send_after) > now() - interval '1 day'`;

/** Releases held mails, oldest first, as many as the limits allow by now. */
export async function releaseHeldAccountMails(client: Queries): Promise<void> {
  await client.query(
    `with held as (
       select id, to_address, kind, data ->> 'organization_id' as organization,
         row_number() over (partition by to_address, kind order by created_at, id) as place,
         row_number() over (partition by data ->> 'organization_id' order by created_at, id) as place_of_day
       from account_mails where state = 'held'
     )
     update account_mails set state = 'queued', state_reason = '', send_after = now()
     from held
     where account_mails.id = held.id and account_mails.state = 'held'
       and held.place <= $1 - (${leftLastHour('held.to_address', 'held.kind')})
       and (held.organization is null or held.place_of_day <= $2 - (${leftLastDay('held.organization')}))`,
    [limits.hourly, limits.daily],
  );
}

async function requireHolder(
  client: Queries,
  { kind, to_address, account_id, data }: NewMail,
): Promise<void> {
  const { rowCount } = await client.query(
    `select from accounts where id = $1 and email = $2
     union all select from organizations where id::text = $3 and owner_email = $2`,
    [account_id ?? null, to_address, data?.organization_id ?? null],
  );
  if (!rowCount) throw new Error(`A mail "${kind}" goes to the holder of the address only.`);
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
