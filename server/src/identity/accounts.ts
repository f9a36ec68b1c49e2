import type { Role } from '@vpisnik/contract/roles';
import type { Pool, PoolClient } from 'pg';

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

/** Changes the language an account is addressed in, on screens and in mail. */
export async function setAccountLanguage(system: Pool, id: string, language: string): Promise<void> {
  await system.query('update accounts set language = $2 where id = $1', [id, language]);
}

/** An address as it is stored and compared. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** Ends every sign-in of an account, on all devices; tokens already handed out end within five minutes. */
export async function endSignIns(system: Pool | PoolClient, accountId: string): Promise<void> {
  await system.query(`delete from oidc_payloads where payload ->> 'accountId' = $1`, [accountId]);
}
