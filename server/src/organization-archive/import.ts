import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { record } from '../db/activity.ts';
import { COMMAND, connectOwner } from '../db/connection/connect-owner.ts';
import type { Env } from '../env.ts';
import type { Storage } from '../files/stored.ts';
import { PlainError } from '../plain-error.ts';
import type { Checked } from './check.ts';
import { FILES } from './format.ts';
import { type NewIds, newIdsOf, withNewIds } from './ids.ts';
import { loadRows } from './load.ts';
import { columnsOfPeople, type People, takeIn } from './people.ts';
import { foreign, type ZipReader } from './unzip.ts';

type Destination = Pick<Env, 'databaseDirectUrl' | 'mode' | 'operator'> & { storage: Storage };

/** An organisation that was imported. */
export type Imported = {
  id: string;
  label: string;
  /** The label that it had, where that is taken here. */
  formerLabel?: string;
  /** Whether the organisation, or a copy of it, is here already. */
  isCopy: boolean;
  people: People;
  /** Rows by table, and rows that were left behind. */
  rows: Map<string, number>;
  left: number;
  files: number;
  /** Mails that waited, and are not sent from here. */
  unsent: number;
};

/** Any number will do, as long as every import takes the same one. */
const LOCK = 7_364_209;

/**
 * Imports an archive that was checked: all of it in one transaction, or nothing. The organisation is not active until the
 * operator activates it.
 *
 * @throws {PlainError} another import is under way, the rows don't fit, or the outcome can't be found out
 */
export async function importArchive(
  { databaseDirectUrl, mode, operator, storage }: Destination,
  zip: ZipReader,
  { head, tables }: Checked,
): Promise<Imported> {
  const client = await connectOwner(databaseDirectUrl);
  let organizationId: string | undefined;
  try {
    const { rows: lock } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
      LOCK,
    ]);
    if (!lock[0]?.free) throw new PlainError('Another import into this installation is under way.');
    await client.query('begin');
    const ids = await newIdsOf(client, zip, tables);
    const { id: formerId, label: formerLabel } = head.organization;
    const id = ids.get(formerId) ?? formerId;
    organizationId = id;
    const people = await takeIn(client, zip, ids, mode === 'production');
    const label = await freeLabel(client, id, formerLabel);
    const files = await storeFiles(storage, zip, formerId, ids);
    const isLeft = await leaving(client, id, people);
    const rows = await loadRows(client, { ...{ zip, tables, ids, label, ...isLeft }, organizationId: id });
    await requireWhole(client, id, head, rows, isLeft.count());
    await record(client, {
      organization_id: id,
      action: 'organization_imported',
      actor: { id: null, name: operator.name },
      entity: 'organization',
      entity_id: id,
      changes: { made_at: head.made_at, made_by: head.made_by, release: head.release },
    });
    const unsent = await countUnsent(client, id);
    await commit(client, databaseDirectUrl, { id, label });
    // until then the planner takes the new rows for none, and reads them all for a page of few. In the transaction, all tables
    // would stay locked until its end. What is locked or fails is left to autovacuum
    await client.query('analyze (skip_locked)').catch(() => {});
    return {
      ...{ id, label, isCopy: id !== formerId, people, rows, left: isLeft.count(), files, unsent },
      ...(label !== formerLabel && { formerLabel }),
    };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    // of no organisation: its id was free
    if (organizationId && !(error instanceof UnknownOutcome))
      await storage.deleteAll(organizationId).catch(() => {});
    throw explained(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Nobody knows whether the organisation is there. */
class UnknownOutcome extends PlainError {}

/** Milliseconds that a database gets to come back in. */
const PATIENCE = 60_000;
/** Milliseconds that a backend gets to end in. */
const ENDING = 10_000;
/** Limits of a connection that looks: the network may be frozen. */
const looking = { connectionTimeoutMillis: 5_000, query_timeout: 2 * ENDING };

type Named = { id: string; label: string };

/**
 * Commits the import. Where the connection is lost meanwhile, a new one tells whether the organisation is there: the answer may
 * be what was lost.
 *
 * @throws {PlainError} it was lost, and nothing is there
 * @throws {UnknownOutcome} the database doesn't come back
 */
async function commit(client: pg.Client, databaseUrl: string, its: Named): Promise<void> {
  const { rows } = await client.query<Backend>(
    'select pg_backend_pid() as pid, pg_current_xact_id()::xid::text as xid',
  );
  try {
    await client.query('commit');
  } catch (error) {
    const isAlive = await client.query('select').then(
      () => true,
      () => false,
    );
    if (isAlive) throw error;
    if (!(await isThere(databaseUrl, its, rows[0])))
      throw new PlainError('The connection to the database was lost. Nothing was imported; try again.', {
        cause: error,
      });
  }
}

type Backend = { pid: number; xid: string };

async function isThere(
  databaseUrl: string,
  { id, label }: Named,
  lost: Backend | undefined,
): Promise<boolean> {
  for (const deadline = Date.now() + PATIENCE; ; await pause(1000)) {
    let fresh: pg.Client | undefined;
    try {
      fresh = await connectOwner(databaseUrl, undefined, looking);
      // the lost connection may not have noticed yet. Another server, which took over, has other backends
      const { rows } = await fresh.query<{ ended: boolean }>(
        `select pg_terminate_backend(pid, $3) as ended from pg_stat_activity
         where pid = $1 and backend_xid = $2::xid and application_name = $4`,
        [lost?.pid, lost?.xid, ENDING, COMMAND],
      );
      if (rows.some(({ ended }) => !ended)) throw new Error('The lost connection does not end.');
      const { rowCount } = await fresh.query('select from organizations where id = $1', [id]);
      return rowCount === 1;
    } catch (error) {
      if (Date.now() > deadline)
        throw new UnknownOutcome(
          `The connection to the database was lost at the end of the import. When it is back, look whether the organisation "${label}" is there. If not, remove its pictures, "${id}/" where uploaded files are kept, and import it again.`,
          { cause: error },
        );
    } finally {
      await fresh?.end().catch(() => {});
    }
  }
}

async function countUnsent(client: pg.Client, id: string): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::integer as count from mails where organization_id = $1 and state_reason = 'imported'`,
    [id],
  );
  return rows[0]?.count ?? 0;
}

/** Says what the database refuses of an archive, which one that we made never has, and that it was too busy. */
function explained(error: unknown): unknown {
  const { code = '', constraint, table } = error as { code?: string; constraint?: string; table?: string };
  if (busy.includes(code))
    return new PlainError(
      'The database was too busy. Nothing was imported; try again when fewer people work.',
      {
        cause: error,
      },
    );
  if (!/^2[23]/.test(code)) return error;
  const why = [table, constraint].filter(Boolean).join(', ');
  return new PlainError(`The rows of this archive don't fit${why && ` (${why})`}. Nothing was imported.`, {
    cause: error,
  });
}

/** A deadlock, and locks that did not come. */
const busy = ['40P01', '55P03'];

/** The organisation's label, or the next free one where another has it. */
async function freeLabel(client: pg.Client, id: string, label: string): Promise<string> {
  const { rows } = await client.query<{ label: string }>('select app.free_label($1, $2) as label', [
    id,
    label,
  ]);
  return rows[0]?.label ?? label;
}

/** Tells which rows stay behind: those of people who can't be staff here, and former labels that others have. */
async function leaving(client: pg.Client, organizationId: string, { left }: People) {
  const ofPeople = await columnsOfPeople(client);
  const gone = new Set(left.map(({ id }) => id));
  const { rows } = await client.query<{ label: string }>(
    `select label from organizations where id <> $1 union select label from former_organization_labels`,
    [organizationId],
  );
  const taken = new Set(rows.map(({ label }) => label));
  let count = 0;
  return {
    mayLeave: (table: string) =>
      table === 'former_organization_labels' || (gone.size > 0 && ofPeople.has(table)),
    isLeft: (table: string, row: Record<string, unknown>): boolean => {
      const column = ofPeople.get(table);
      const leaves =
        table === 'former_organization_labels'
          ? taken.has(String(row.label))
          : column !== undefined && gone.has(String(row[column]));
      if (leaves) count += 1;
      return leaves;
    },
    count: () => count,
  };
}

const picture = /^(?<organization>[0-9a-f-]{36})\/[0-9a-f-]{36}\/[0-9a-f]{16}-[a-z0-9]+\.(?:avif|webp|jpg)$/;

/** Puts the pictures into storage by their keys here. @throws {PlainError} one is no picture of the organisation */
async function storeFiles(storage: Storage, zip: ZipReader, formerId: string, ids: NewIds): Promise<number> {
  const names = zip.names().filter((name) => name.startsWith(FILES));
  for (const name of names) {
    const key = name.slice(FILES.length);
    if (picture.exec(key)?.groups?.organization !== formerId) throw foreign();
    await storage.putStream(withNewIds(key, ids), Readable.from(zip.read(name), { objectMode: false }));
  }
  return names.length;
}

/** Compares the stored rows with the archive's counts. @throws {PlainError} rows are missing */
async function requireWhole(
  client: pg.Client,
  id: string,
  { tables }: Checked['head'],
  rows: ReadonlyMap<string, number>,
  left: number,
): Promise<void> {
  const wanted = tables.reduce((sum, table) => sum + (table.name === 'accounts' ? 0 : table.rows), 0);
  let there = 0;
  for (const name of rows.keys()) {
    const column = name === 'organizations' ? 'id' : 'organization_id';
    const { rows: counted } = await client.query<{ count: number }>(
      `select count(*)::integer as count from public.${name} where ${column} = $1`,
      [id],
    );
    there += counted[0]?.count ?? 0;
  }
  if (there !== wanted - left) throw new PlainError(`Of ${wanted - left} rows, ${there} were imported.`);
}
