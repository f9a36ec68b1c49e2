import pg from 'pg';
import { rowsPart } from './format.ts';
import { type NewIds, withNewIds } from './ids.ts';
import { linesOf } from './lines.ts';
import type { ArchivedTable } from './tables.ts';
import type { ZipReader } from './unzip.ts';

type Loading = {
  zip: ZipReader;
  tables: readonly ArchivedTable[];
  organizationId: string;
  /** The label that it has here. */
  label: string;
  ids: NewIds;
  /** Which rows are left behind. */
  isLeft: (table: string, row: Record<string, unknown>) => boolean;
  /** Whether some rows of a table may be, so that each must be looked at. */
  mayLeave: (table: string) => boolean;
};

/** SQL of columns that come otherwise than they left: `r` is the row. Nothing that waited goes out from here. */
const arriving: Record<string, Record<string, string>> = {
  // until the operator has looked, nobody enters and nothing happens by the clock
  organizations: {
    ...{ active: 'false', delete_after: 'null' },
    // the jobs of every day ask all organisations for their clock, in one statement that a zone unknown here would end
    time_zone: `case when r.time_zone in (select name from pg_timezone_names) then r.time_zone else 'Europe/Ljubljana' end`,
  },
  mails: {
    state: waits(`'cancelled'`, 'state'),
    state_reason: waits(`'imported'`, 'state_reason'),
    taken_until: 'null',
  },
  messages: {
    state: `case r.state when 'planned' then 'cancelled' when 'sending' then 'stopped' else r.state end`,
    stop_reason: `case r.state when 'sending' then 'stopped' else r.stop_reason end`,
  },
  bulk_jobs: {
    state: works(`'stopped'`, 'state'),
    stop_reason: works(`'stopped'`, 'stop_reason'),
    finished_at: works('now()', 'finished_at'),
    // the workbook stayed behind
    ...{ file: 'null', file_until: 'null' },
  },
};

function waits(otherwise: string, column: string): string {
  return `case when r.state in ('queued', 'held', 'sending') then ${otherwise} else r.${column} end`;
}
function works(otherwise: string, column: string): string {
  return `case when r.state in ('running', 'undoing') then ${otherwise} else r.${column} end`;
}

/**
 * Fills the tables with an archive's rows, in the transaction at hand. Triggers do nothing meanwhile, since what they would
 * write is in the archive; therefore nobody else writes until its end. References are checked as always.
 *
 * @returns how many rows each table got
 */
export async function loadRows(client: pg.Client, loading: Loading): Promise<Map<string, number>> {
  const tables = loading.tables.filter(({ name }) => name !== 'accounts');
  const named = tables.map(({ name }) => nameOf(name));
  // all at once, before any row is there that others wait for
  await client.query(`lock table ${named.join(', ')} in share row exclusive mode`);
  for (const name of named) await client.query(`alter table ${name} disable trigger user`);
  const { rows: whole } = await client.query<{ name: string }>(
    `select name::regclass::text as name from app.tenant_tables() where whole`,
  );
  const counts = new Map<string, number>();
  for (const table of tables) {
    const isWhole = whole.some(({ name }) => name === table.name);
    counts.set(table.name, await fill(client, loading, table, isWhole));
  }
  for (const name of named) await client.query(`alter table ${name} enable trigger user`);
  return counts;
}

/**
 * Fills a table.
 *
 * @param isWhole its rows refer to each other, in any order, and so come in one statement
 */
async function fill(
  client: pg.Client,
  { zip, organizationId, label, ids, isLeft, mayLeave }: Loading,
  { name, columns }: ArchivedTable,
  isWhole: boolean,
): Promise<number> {
  const taken = columns.filter(({ numbered }) => !numbered).map((column) => column.name);
  const list = taken.map((column) => pg.escapeIdentifier(column)).join(', ');
  const target = isWhole ? 'arrived' : nameOf(name);
  if (isWhole) await client.query(`create temporary table arrived (like ${nameOf(name)}) on commit drop`);
  // whatever the rows say, they are this organisation's
  const own: Record<string, string> =
    name === 'organizations' ? { id: '$2::uuid', label: '$3::text' } : { organization_id: '$2::uuid' };
  const values = taken.map(
    (column) => own[column] ?? arriving[name]?.[column] ?? `r.${pg.escapeIdentifier(column)}`,
  );
  const insert = `insert into ${target} (${list}) select ${values.join(', ')}
    from jsonb_populate_recordset(null::${nameOf(name)}, $1::jsonb) with ordinality as r order by r.ordinality`;
  let count = 0;
  for await (const lines of linesOf(zip.read(rowsPart(name)))) {
    const kept = mayLeave(name) ? lines.filter((line) => !isLeft(name, JSON.parse(line))) : lines;
    if (kept.length === 0) continue;
    const rows = `[${withNewIds(kept.join(','), ids)}]`;
    const given = name === 'organizations' ? [rows, organizationId, label] : [rows, organizationId];
    count += (await client.query(insert, given)).rowCount ?? 0;
  }
  if (isWhole) {
    await client.query(`insert into ${nameOf(name)} (${list}) select ${list} from arrived`);
    await client.query('drop table arrived');
  }
  return count;
}

const nameOf = (table: string) => `public.${pg.escapeIdentifier(table)}`;
