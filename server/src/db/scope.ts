import type { Language } from '@vpisnik/contract/common';
import { type Rank, type Role, rankOf } from '@vpisnik/contract/roles';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { AppError } from '../errors.ts';
import { preparing } from './prepared.ts';

/** The transaction that a request runs in; every statement goes through it. */
export type Transaction = NodePgDatabase;

declare const minted: unique symbol;

type Minted<Kind extends string> = { readonly [minted]: Kind; readonly tx: Transaction };

/** Somebody signed in, perhaps without an organisation (a platform ADMIN who has chosen none). */
export type AccountScope = Minted<'account' | 'staff'> & {
  readonly accountId: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly role: Role;
  readonly rank: Rank;
  readonly organizationId: string | null;
  readonly allGroups: boolean;
  /** Groups in scope when not all are. */
  readonly groupIds: readonly string[];
  /** Until it is done, only the calls that say so are answered. */
  readonly passwordChangeRequired: boolean;
  /** The sign-in that the token came from; null for a token that came from none. */
  readonly signInId: string | null;
};

/** Somebody signed in, in an organisation: what the queries of staff screens take. */
export type Scope = AccountScope & Minted<'staff'> & { readonly organizationId: string };

/** A connection of `app_system` inside a transaction: identity, which belongs to no organisation. */
export type SystemClient = pg.PoolClient & { readonly [minted]: 'system' };

/** Whoever has no more than what the body holds: identity decides what that is worth, in transactions of its own. */
export type OpenScope = { readonly [minted]: 'open' };

/** A visitor of one organisation; staff queries don't accept it. */
export type PublicScope = Minted<'visitor'> & { readonly organizationId: string };

type Entered = {
  account_id: string | null;
  email: string;
  name: string;
  language: Language;
  role: Role | null;
  allowed: boolean;
  password_change_required: boolean;
  organization_id: string | null;
  organization_active: boolean | null;
  all_groups: boolean;
  group_ids: string[];
};

/** Who is asking, as the token says. */
export type Bearer = { accountId: string; signInId: string | null };

/** What a call needs of the person who makes it. */
export type Demand = {
  rank: Rank;
  organization: boolean;
  writes: boolean;
  whilePasswordChangeRequired: boolean;
};

/**
 * Runs `work` in one transaction as a signed-in account. Who that is, their role, groups and organisation are read
 * in the same transaction, so a change counts at once; row-level security does the rest.
 *
 * @param requested the organisation of the override header, obeyed for a platform ADMIN alone
 * @throws {AppError} unauthorized, account_inactive, forbidden, organization_required, organization_disabled
 */
export function asAccount<T>(
  pool: pg.Pool,
  bearer: Bearer,
  requested: string | null,
  demand: Demand,
  work: (scope: AccountScope) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, demand.writes, async (client) => {
    const { rows } = await client.query<Entered>({
      name: 'enter',
      text: 'select * from app.enter($1, $2, $3)',
      values: [bearer.accountId, requested, bearer.signInId],
    });
    return await work(mint(drizzle({ client: preparing(client) }), rows[0], bearer, requested, demand));
  });
}

/** Runs `work` in one transaction as `app_system`. What is slow, like hashing a password, comes before. */
export function asSystem<T>(pool: pg.Pool, work: (client: SystemClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, true, (client) => work(client as SystemClient));
}

function mint(
  tx: Transaction,
  entered: Entered | undefined,
  bearer: Bearer,
  requested: string | null,
  demand: Demand,
): AccountScope {
  if (!entered?.account_id || !entered.role) throw new AppError('unauthorized');
  if (!entered.allowed) throw new AppError('account_inactive');
  if (entered.password_change_required && !demand.whilePasswordChangeRequired)
    throw new AppError('password_change_required');
  const isAdmin = entered.role === 'ADMIN';
  if (requested && requested !== entered.organization_id)
    throw new AppError(isAdmin ? 'not_found' : 'forbidden');
  if (demand.organization && !entered.organization_id) throw new AppError('organization_required');
  if (demand.organization && !entered.organization_active && !isAdmin)
    throw new AppError('organization_disabled');
  const rank = rankOf(entered.role);
  if (rank < demand.rank) throw new AppError('forbidden');
  return {
    tx,
    accountId: entered.account_id,
    name: entered.name,
    email: entered.email,
    language: entered.language,
    role: entered.role,
    rank,
    organizationId: entered.organization_id,
    allGroups: entered.all_groups,
    groupIds: entered.group_ids,
    passwordChangeRequired: entered.password_change_required,
    signInId: bearer.signInId,
  } as unknown as AccountScope;
}

/** Runs `work` in one transaction as a visitor of an organisation. */
export function asVisitor<T>(
  pool: pg.Pool,
  organizationId: string,
  writes: boolean,
  work: (scope: PublicScope) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, writes, async (client) => {
    const entering = client.query({
      name: 'enter_public',
      text: 'select app.enter_public($1)',
      values: [organizationId],
    });
    entering.catch(() => {});
    const result = await work({
      tx: drizzle({ client: preparing(client) }),
      organizationId,
    } as unknown as PublicScope);
    await entering;
    return result;
  });
}

/** BEGIN travels with the first statement (the pools pipeline); a read doesn't wait for COMMIT, a write does. */
async function inTransaction<T>(
  pool: pg.Pool,
  writes: boolean,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const begun = client.query(writes ? 'begin' : 'begin read only');
  begun.catch(() => {});
  let result: T;
  try {
    result = await work(client);
    await begun;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (failure: Error) => client.release(failure),
    );
    throw error;
  }
  const committed = client.query('commit').then(
    () => client.release(),
    (error: Error) => {
      client.release(error);
      throw error;
    },
  );
  if (writes) await committed;
  else committed.catch(() => {});
  return result;
}
