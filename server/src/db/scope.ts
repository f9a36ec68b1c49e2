import type { Language } from '@vpisnik/contract/common';
import type { PublicAddress } from '@vpisnik/contract/rules/public-addresses';
import { type Rank, type Role, rankOf } from '@vpisnik/contract/rules/roles';
import { sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { AppError } from '../errors.ts';
import { type CursorRow, fetchNext } from './connection/cursor.ts';
import { ask, withPreparedStatements } from './connection/prepared.ts';
import type { KindOfWork } from './connection/time-outs.ts';
import { inTransaction, type RunLast, WrongGuess } from './connection/transaction.ts';

/** A transaction, or a pool, of which each statement takes a connection of its own. */
export type Database = NodePgDatabase;

declare const minted: unique symbol;

/** The transaction that a request runs in; every statement goes through it. No pool is taken for one. */
export type Transaction = Database & { readonly [minted]: 'transaction' };

type Minted<Kind extends string> = { readonly [minted]: Kind; readonly tx: Transaction };

/** A signed-in account; without an organisation for a platform ADMIN who has chosen none. */
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

/** A signed-in account within an organisation; taken by the queries of staff screens. */
export type Scope = AccountScope & Minted<'staff'> & { readonly organizationId: string };

/** A connection of `app_system` inside a transaction: identity, which belongs to no organisation. */
export type SystemClient = pg.PoolClient & { readonly [minted]: 'system' };

/**
 * A transaction of `app_system` for one organisation. No policy limits that role, so its queries take no id of an
 * organisation but this scope, which is minted from the caller's.
 */
export type TenantSystem = {
  readonly [minted]: 'tenant-system';
  readonly client: SystemClient;
  readonly organizationId: string;
};

/** A caller without sign-in: identity checks the code or address in the body, in transactions of its own. */
export type OpenScope = { readonly [minted]: 'open' };

/** A visitor of one organisation; staff queries don't accept it. */
export type PublicScope = Minted<'visitor'> & { readonly organizationId: string; readonly runLast: RunLast };

/**
 * A transaction for the holder of a link to an address's page. It has the rights of staff in the organisation, so each
 * statement filters by the address, and its changes are recorded as the applicant's.
 */
export type ApplicantScope = Minted<'applicant'> & {
  readonly organizationId: string;
  /** In lower case. */
  readonly address: string;
};

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

const enter = { name: 'enter', text: 'select * from app.enter($1, $2, $3)' };
const enterPublic = { name: 'enter_public', text: 'select app.enter_public($1)' };
const enterApplicant = { name: 'enter_applicant', text: 'select app.enter_applicant($1, $2)' };
const enterOrganization = { name: 'enter_organization', text: 'select app.enter_organization($1)' };
const enterPublicAt = { name: 'enter_public_at', text: 'select * from app.enter_public_at($1, $2)' };

/** Account and sign-in of a verified token. */
export type Bearer = { accountId: string; signInId: string | null };

/** Requirements of a call on its caller. */
export type Demand = {
  rank: Rank;
  organization: boolean;
  writes: boolean;
  /** Rolls all its writes back at the end. */
  trial?: boolean;
  /** All its statements read one snapshot, taken at the first; it can't write. */
  snapshot?: boolean;
  whilePasswordChangeRequired: boolean;
  /** Its purpose, where it differs from that of the request or job. */
  kind?: KindOfWork;
};

/** The last organisation of each account, by pool; it decides only whose share of the connections a call uses. */
const lastOrganizations = new WeakMap<pg.Pool, Map<string, string>>();
const MOST_ACCOUNTS = 10_000;

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
  const access = demand.snapshot ? 'snapshot' : demand.trial ? 'trial' : demand.writes;
  const known = lastOrganizations.get(pool) ?? new Map<string, string>();
  lastOrganizations.set(pool, known);
  const whose = requested ?? known.get(bearer.accountId) ?? bearer.accountId;
  return inTransaction(pool, { access, kind: demand.kind, whose }, async (client, _runLast, held) => {
    const { rows } = await ask<Entered>(client, enter, [bearer.accountId, requested, bearer.signInId]);
    const scope = mint(databaseOf(client), rows[0], bearer, requested, demand);
    held.organizationId = scope.organizationId ?? undefined;
    if (known.size >= MOST_ACCOUNTS) known.clear();
    if (scope.organizationId && !requested) known.set(bearer.accountId, scope.organizationId);
    return await work(scope);
  });
}

/**
 * The caller anew, in the same transaction: role and scope may have changed while it waited for a lock. Policies follow.
 *
 * @throws {AppError} as `asAccount`
 */
export async function renewed<Of extends AccountScope>(
  { tx, accountId, signInId, organizationId }: Of,
  rank: Rank,
): Promise<Of> {
  const { rows } = await tx.execute<Entered>(
    sql`select * from app.enter(${accountId}, ${organizationId}, ${signInId})`,
  );
  const organization = organizationId !== null;
  const demand = { rank, organization, writes: true, whilePasswordChangeRequired: false };
  return mint(tx, rows[0], { accountId, signInId }, organizationId, demand) as Of;
}

/**
 * Reads as another account of the organisation in the caller's transaction, then goes on as the caller. An account that could
 * not do this itself by now sees nothing.
 *
 * @returns undefined if that account may not
 */
export async function asOther<T>(
  scope: Scope,
  accountId: string,
  rank: Rank,
  read: (other: Scope) => Promise<T>,
): Promise<T | undefined> {
  const { tx, organizationId } = scope;
  const enterAs = (id: string) =>
    tx.execute<Entered>(sql`select * from app.enter(${id}, ${organizationId}, null)`);
  const { rows } = await enterAs(accountId);
  const demand = { rank, organization: true, writes: false, whilePasswordChangeRequired: false };
  let other: Scope | undefined;
  try {
    other = mint(tx, rows[0], { accountId, signInId: null }, organizationId, demand) as Scope;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  const answer = other && (await read(other));
  await enterAs(scope.accountId);
  return answer;
}

const databases = new WeakMap<pg.PoolClient, Transaction>();
const clients = new WeakMap<Transaction, pg.PoolClient>();

/** The query builder of a connection; made once, as statements prepared on a connection stay there. */
function databaseOf(client: pg.PoolClient): Transaction {
  const known = databases.get(client);
  if (known) return known;
  const database = drizzle({ client: withPreparedStatements(client) }) as Database as Transaction;
  databases.set(client, database);
  clients.set(database, client);
  return database;
}

/** The query builder of a transaction as `app_system`. */
export const transactionOf = (client: SystemClient): Transaction => databaseOf(client);

/** Reads the next rows of a cursor that the transaction has declared, fewer than `most` at its end. */
export async function fetchRows(
  { tx }: Pick<Scope, 'tx'>,
  cursor: string,
  most: number,
): Promise<CursorRow[]> {
  const client = clients.get(tx);
  if (!client) throw new Error('The transaction has no connection');
  return fetchNext(client, cursor, most);
}

/** Runs `work` in one transaction as `app_system`. Do slow work, like hashing a password, before it. */
export function asSystem<T>(pool: pg.Pool, work: (client: SystemClient) => Promise<T>): Promise<T> {
  return inTransaction(pool, { access: true }, (client) => work(client as SystemClient));
}

/** Runs one statement of upkeep as `app_system`: it may run as long as the rows of all organisations need. */
export function asUpkeep(pool: pg.Pool, text: string, values: unknown[] = []): Promise<pg.QueryResult> {
  return inTransaction(pool, { access: true, kind: 'upkeep' }, (client) => client.query(text, values));
}

/** The same for background work, with a query builder whose statements are prepared. */
export function asWorker<T>(
  pool: pg.Pool,
  work: (tx: Transaction, runLast: RunLast) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, { access: true }, (client, runLast) => work(databaseOf(client), runLast));
}

/** Runs `work` in one transaction as `app_system`, for the organisation that the caller is in. */
export function asTenantSystem<T>(
  pool: pg.Pool,
  scope: Scope,
  work: (tenant: TenantSystem) => Promise<T>,
): Promise<T> {
  return asSystem(pool, (client) => work(tenant(client, scope.organizationId)));
}

/**
 * The same inside a transaction of `app_system`, for any organisation: a platform ADMIN alone may.
 *
 * @throws {AppError} forbidden
 */
export function tenantOfAdmin(
  client: SystemClient,
  scope: AccountScope,
  organizationId: string,
): TenantSystem {
  if (scope.role !== 'ADMIN') throw new AppError('forbidden');
  return tenant(client, organizationId);
}

const tenant = (client: SystemClient, organizationId: string) =>
  ({ client, organizationId }) as unknown as TenantSystem;

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
  const asked = { access: writes, kind: 'visit', whose: organizationId } as const;
  return inTransaction(pool, asked, async (client, runLast, held) => {
    held.organizationId = organizationId;
    const entering = ask(client, enterPublic, [organizationId]);
    entering.catch(() => {});
    const result = await work({
      tx: databaseOf(client),
      organizationId,
      runLast,
    } as unknown as PublicScope);
    await entering;
    return result;
  });
}

/** Runs `work` in one transaction for an applicant; the caller has checked their link. */
export function asApplicant<T>(
  api: pg.Pool,
  { organization_id, address }: { organization_id: string; address: string },
  work: (scope: ApplicantScope) => Promise<T>,
): Promise<T> {
  const asked = { access: true, kind: 'visit', whose: organization_id } as const;
  return inTransaction(api, asked, async (client, _runLast, held) => {
    held.organizationId = organization_id;
    await ask(client, enterApplicant, [organization_id, address]);
    const scope = { tx: databaseOf(client), organizationId: organization_id, address };
    return await work(scope as unknown as ApplicantScope);
  });
}

/**
 * Runs `work` in one transaction for an organisation with all its groups, by nobody of its staff: work in the background that
 * must see no other organisation.
 */
export function asOrganization<T>(
  pool: pg.Pool,
  organizationId: string,
  work: (reader: Pick<Scope, 'tx' | 'organizationId'>) => Promise<T>,
): Promise<T> {
  const asked = { access: true, whose: organizationId };
  return inTransaction(pool, asked, async (client, _runLast, held) => {
    held.organizationId = organizationId;
    await ask(client, enterOrganization, [organizationId]);
    return await work({ tx: databaseOf(client), organizationId });
  });
}

/** Organisation and group that an address's labels resolve to, with their present labels; null if not found. */
type Led = {
  organization_id: string | null;
  organization: string | null;
  group_id: string | null;
  group: string | null;
};

/** Where addresses led the last time, by pool; only to guess, each guess is compared with the database's answer. */
const guesses = new WeakMap<pg.Pool, Map<string, Led>>();
const MOST_GUESSES = 10_000;

class LeadsNowhere extends AppError {
  constructor() {
    super('not_found');
  }
}

/**
 * Runs `work` in a read-only transaction as a visitor of the organisation that an address names. The ids are guessed
 * from the last time, so that reading needs no further round trip; where the guess was wrong, it is done again.
 *
 * @param work gets the organisation's scope, and the id of the group; null without a published one
 * @returns where the address leads and the work's result; null when the address names no organisation
 */
export async function asVisitorAt<T>(
  pool: pg.Pool,
  { organization, group }: PublicAddress,
  work: (scope: PublicScope, groupId: string | null) => Promise<T>,
): Promise<{ at: PublicAddress; result: T } | null> {
  const known = guesses.get(pool) ?? new Map<string, Led>();
  guesses.set(pool, known);
  const key = `${organization}/${group ?? ''}`;
  const attempt = (guess: Led | undefined) => {
    const asked = { access: false, kind: 'visit', whose: guess?.organization_id ?? organization } as const;
    return inTransaction(pool, asked, async (client, runLast, held) => {
      const entering = ask<Led>(client, enterPublicAt, [organization, group]).then(
        ({ rows: [led] }) => led as Led,
      );
      entering.catch(() => {});
      const { organization_id: organizationId, group_id } = guess ?? (await entering);
      held.organizationId = organizationId ?? undefined;
      const scope = { tx: databaseOf(client), organizationId, runLast } as unknown as PublicScope;
      const [done] = organizationId === null ? [] : await Promise.allSettled([work(scope, group_id)]);
      const led = await entering;
      if (guess && (led.organization_id !== organizationId || led.group_id !== group_id))
        throw new WrongGuess();
      if (known.size >= MOST_GUESSES) known.clear();
      if (led.organization_id !== null) known.set(key, led);
      if (!done || led.organization === null) throw new LeadsNowhere();
      if (done.status === 'rejected') throw done.reason;
      return { at: { organization: led.organization, group: led.group ?? group }, result: done.value };
    });
  };
  const guess = known.get(key);
  try {
    return await attempt(guess?.organization_id ? guess : undefined).catch((error: unknown) => {
      if (error instanceof WrongGuess) return attempt(undefined);
      throw error;
    });
  } catch (error) {
    if (error instanceof LeadsNowhere) return null;
    throw error;
  }
}
