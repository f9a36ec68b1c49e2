import type { ListColumns } from '@vpisnik/contract/list-columns';
import type { Role } from '@vpisnik/contract/rules/roles';
import type { Pool, PoolClient } from 'pg';
import type { SystemClient } from '../../db/scope.ts';

/** A person who may sign in, as the identity tables know them. */
export interface Account {
  id: string;
  email: string;
  name: string;
  password_hash: string | null;
  confirmed: boolean;
  organization_id: string | null;
  role: Role | null;
  /** Belongs to an organisation as an active member, or administers the platform. */
  active: boolean;
}

const columns = `a.id, a.email, a.name, a.password_hash, a.confirmed_at is not null as confirmed, m.organization_id,
  case when a.platform_admin then 'ADMIN' else m.role end as role,
  a.platform_admin or coalesce(m.active, false) as active`;

/** The account with this address, in whatever case it was typed. */
export async function findAccountByEmail(system: Pool, email: string): Promise<Account | undefined> {
  const { rows } = await system.query<Account>({
    name: 'account_by_email',
    text: `select ${columns} from accounts a left join memberships m on m.account_id = a.id where a.email = $1`,
    values: [normaliseEmail(email)],
  });
  return rows[0];
}

/** The account, if it may be signed in at this moment. */
export async function findSignedIn(system: Pool, id: string): Promise<Account | undefined> {
  const { rows } = await system.query<Account>({
    name: 'account_by_id',
    text: `select ${columns} from accounts a left join memberships m on m.account_id = a.id where a.id = $1`,
    values: [id],
  });
  const account = rows[0];
  return account?.confirmed && account.active ? account : undefined;
}

/**
 * Whether the account's password hash is still the one verified. Waits for a change under way; a later change ends whatever
 * was stored before this check.
 */
export async function hasKeptPassword(
  system: Pool,
  { id, password_hash }: Pick<Account, 'id' | 'password_hash'>,
): Promise<boolean> {
  const { rowCount } = await system.query(
    'select from accounts where id = $1 and password_hash = $2 for share',
    [id, password_hash],
  );
  return rowCount === 1;
}

type OwnProfile = {
  name?: string | undefined;
  language?: string | undefined;
  list_columns?: ListColumns | undefined;
};

/**
 * Changes an account's own name, language and list columns; values, columns and lists' orders not given stay.
 *
 * @returns the stored columns after the change
 */
export async function setOwnProfile(
  system: Pool,
  id: string,
  { name, language, list_columns }: OwnProfile,
): Promise<ListColumns> {
  const { rows } = await system.query<{ list_columns: ListColumns }>(
    `update accounts set name = coalesce($2, name), language = coalesce($3, language),
       list_columns = list_columns || (
         select coalesce(jsonb_object_agg(key, coalesce(list_columns -> key, '{}') || value), '{}')
         from jsonb_each($4)
       )
     where id = $1 returning list_columns`,
    [id, name ?? null, language ?? null, list_columns ?? {}],
  );
  return rows[0]?.list_columns ?? {};
}

/** The list columns that an account has shown, hidden or put in an order. */
export async function ownListColumns(system: Pool, id: string): Promise<ListColumns> {
  const { rows } = await system.query<{ list_columns: ListColumns }>(
    'select list_columns from accounts where id = $1',
    [id],
  );
  return rows[0]?.list_columns ?? {};
}

/**
 * Claims an address until the transaction ends, removing an unconfirmed registration of it; other claims wait. False if it
 * belongs to an account.
 */
export async function claimAddress(client: SystemClient, email: string): Promise<boolean> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [email]);
  const { rows } = await client.query<{ removed: boolean }>(
    'select app.remove_registration(id) as removed from accounts where email = $1',
    [email],
  );
  return rows[0]?.removed ?? true;
}

/** Whether a confirmed account has the address; an unconfirmed one doesn't own it yet. */
export async function isTaken(client: Pick<PoolClient, 'query'>, email: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from accounts where email = $1 and confirmed_at is not null',
    [email],
  );
  return rowCount === 1;
}

/** An address as it is stored and compared. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Ends an account's sign-ins on all devices, with their tokens. Without `except`, the account may be compromised or must be
 * locked out, so its calendar feeds and known devices are deleted too.
 *
 * @param except grant of the sign-in to keep, for instance the caller's
 */
export async function endSignIns(
  system: Pick<PoolClient, 'query'>,
  accountId: string,
  except: string | null = null,
): Promise<void> {
  await system.query(
    `delete from oidc_payloads
     where payload ->> 'accountId' = $1 and ($2::text is null or not (
       (model = 'Grant' and id = $2) or grant_id is not distinct from $2 or ${sessionOf('$2')}
     ))`,
    [accountId, except],
  );
  await system.query('delete from sign_ins where account_id = $1 and grant_id is distinct from $2', [
    accountId,
    except,
  ]);
  if (except !== null) return;
  await endCalendars(system, accountId);
  await system.query('delete from known_devices where account_id = $1', [accountId]);
}

/** Ends the secret addresses at which calendar programs read, in all organisations. */
export async function endCalendars(system: Pick<PoolClient, 'query'>, accountId: string): Promise<void> {
  await system.query('delete from calendar_feeds where account_id = $1', [accountId]);
}

/** Ends one sign-in by its grant. */
export async function endSignIn(
  system: Pick<PoolClient, 'query'>,
  accountId: string,
  grantId: string,
): Promise<void> {
  await system.query(
    `delete from oidc_payloads
     where payload ->> 'accountId' = $1 and ((model = 'Grant' and id = $2) or grant_id = $2 or ${sessionOf('$2')})`,
    [accountId, grantId],
  );
  await system.query('delete from sign_ins where account_id = $1 and grant_id = $2', [accountId, grantId]);
}

/** The provider's session in the browser that was given this grant. */
function sessionOf(grant: string): string {
  return `(model = 'Session' and jsonb_path_exists(payload, '$.authorizations.*.grantId ? (@ == $grant)',
    jsonb_build_object('grant', ${grant}::text)))`;
}
