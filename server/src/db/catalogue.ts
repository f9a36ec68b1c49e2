/** What locations, categories and form fields have in common: lists of an organisation that groups refer to. */
import type { Move } from '@vpisnik/contract/common';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { and, eq, getColumns, getTableName, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { AppError, found, invalidFields, requireVersion } from '../errors.ts';
import { afterCursor, type Order, orderBy, pageOf } from './pages.ts';
import type { Scope } from './scope.ts';

type CatalogueTable = PgTable &
  Record<'organization_id' | 'id' | 'active' | 'version' | 'position', AnyPgColumn>;
type EditedRow = { id: string; version: number; position: number };

type Options<Row> = {
  /** The reply of the contract; `current` of a conflict has its shape. */
  reply: z.ZodType<Row>;
  /** How many groups of the caller's scope use a row, as a subquery. */
  groupsCount: SQL;
  /** Columns that are read otherwise than stored, and the columns to store of a body that makes this row. */
  meant?: Record<string, SQL>;
  stored?: (body: object, row: Row) => object;
  /** Problems of a row across fields, checked before writing; `current` is the stored row, undefined for a new one. */
  problems?: (scope: Scope, row: Row, current: Row | undefined) => FieldError[] | Promise<FieldError[]>;
};

/** What a list of a catalogue is asked for. */
export type CatalogueQuery = {
  limit: number;
  last_id?: string | undefined;
  with_total?: boolean | undefined;
  search?: string | undefined;
  active?: boolean | undefined;
};

/** Rows that match a search, by the function that may use the index; undefined when nothing is searched for. */
export function searched(table: PgTable & { id: AnyPgColumn }, search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  return inArray(table.id, sql`(select app.${sql.identifier(`search_${getTableName(table)}`)}(${search}))`);
}

/** Locks the order of a list until the transaction ends, so that moves run one after another. */
export async function lockOrder(scope: Scope, table: PgTable): Promise<void> {
  const list = `${getTableName(table)} ${scope.organizationId}`;
  await scope.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${list}, 0))`);
}

/** The calls of a catalogue noun; see {@link catalogueOf}. */
export type Catalogue<Row> = {
  get(scope: Scope, id: string): Promise<Row>;
  list(
    scope: Scope,
    query: CatalogueQuery,
    filter?: SQL,
  ): Promise<{ results: Row[]; last_id: string | null; total?: number }>;
  create(scope: Scope, body: object): Promise<Row>;
  update(scope: Scope, id: string, change: { version?: number | undefined }): Promise<Row>;
  move(scope: Scope, id: string, move: Move): Promise<Row>;
  remove(scope: Scope, id: string): Promise<undefined>;
};

/** The calls of a catalogue noun, as its routes need them. Its list is in the order that the organisation gave it. */
export function catalogueOf<Row extends EditedRow>(
  table: CatalogueTable,
  options: Options<Row>,
): Catalogue<Row> {
  const columns = { ...getColumns(table), ...options.meant, groups_count: options.groupsCount };
  const stored = options.stored ?? ((body: object) => body);
  const order: Order = { key: sql`${table.position}`, id: sql`${table.id}`, descending: false };
  const own = (scope: Scope, id?: string) =>
    and(eq(table.organization_id, scope.organizationId), id === undefined ? undefined : eq(table.id, id));
  const check = async (scope: Scope, row: Row, current?: Row) => {
    const problems = (await options.problems?.(scope, row, current)) ?? [];
    if (problems.length > 0) throw invalidFields(problems);
  };
  /** Columns that the table's type can't know are typed by the caller's row. */
  const rowOf = (rows: object[]) => found(rows[0]) as Row;
  const get = async (scope: Scope, id: string): Promise<Row> =>
    rowOf(await scope.tx.select(columns).from(table).where(own(scope, id)));
  /** Locks the row, so that validation and write see the same version. */
  const lock = async (scope: Scope, id: string): Promise<Row> =>
    rowOf(await scope.tx.select(columns).from(table).where(own(scope, id)).for('no key update'));

  return {
    get,

    /** A page in the catalogue's order. */
    async list(scope: Scope, query: CatalogueQuery, filter?: SQL) {
      const matching = and(
        own(scope),
        searched(table, query.search),
        query.active === undefined ? undefined : eq(table.active, query.active),
        filter,
      );
      const [rows, total] = await Promise.all([
        scope.tx
          .select(columns)
          .from(table)
          .where(and(matching, afterCursor(order, query.last_id)))
          .orderBy(orderBy(order))
          .limit(query.limit + 1),
        query.with_total ? scope.tx.$count(table, matching) : undefined,
      ]);
      const page = pageOf(rows as unknown as Row[], query.limit, (row) => row.position);
      return { ...page, ...(total !== undefined && { total }) };
    },

    /** Adds a row at the end. */
    async create(scope: Scope, body: object): Promise<Row> {
      await check(scope, body as Row);
      const position = sql`(select coalesce(max(${table.position}) + 1, 0) from ${table} where ${own(scope)})`;
      const rows = await scope.tx
        .insert(table)
        .values({ ...stored(body, body as Row), position, organization_id: scope.organizationId })
        .returning(columns);
      return rowOf(rows);
    },

    /** Changes a row if it is still at `version`; unconditionally without one. */
    async update(scope: Scope, id: string, { version, ...change }: { version?: number | undefined }) {
      const current = await lock(scope, id);
      requireVersion(current, version, options.reply);
      const row = { ...current, ...change };
      await check(scope, row, current);
      const rows = await scope.tx
        .update(table)
        .set({ ...stored(change, row), updated_at: sql`now()` })
        .where(own(scope, id))
        .returning(columns);
      return rowOf(rows);
    },

    /** Moves a row right before or after another one; concurrent moves of other rows keep their own neighbours. */
    async move(scope: Scope, id: string, { to, side }: Move): Promise<Row> {
      await lockOrder(scope, table);
      const moved = await get(scope, id);
      if (to === id) return moved;
      const { rows } = await scope.tx.execute<{ known: boolean }>(sql`
        with listed as (
          select ${table.id}, row_number() over (order by ${table.position}, ${table.id}) as place
          from ${table} where ${own(scope)}
        ),
        goal as (select place + ${side === 'before' ? -0.5 : 0.5}::numeric as place from listed where id = ${to}),
        ordered as (
          select listed.id, row_number() over (
            order by case listed.id when ${id} then goal.place else listed.place end
          ) - 1 as place
          from listed, goal
        ),
        changed as (
          update ${table} set position = ordered.place from ordered
          where ${own(scope)} and ${table.id} = ordered.id and ${table.position} <> ordered.place
        )
        select exists (select from goal) as known`);
      if (!rows[0]?.known) throw invalidFields([{ path: 'to', code: 'unknown_id' }]);
      return get(scope, id);
    },

    /** Deletes a row; a group that uses it makes the foreign key refuse. */
    async remove(scope: Scope, id: string): Promise<undefined> {
      const { rowCount } = await scope.tx.delete(table).where(own(scope, id));
      if (!rowCount) throw new AppError('not_found');
    },
  };
}
