/** Keyset pages: the cursor is the sort key and id of the last row, so rows that come and go move nothing. */
import { type SQL, sql } from 'drizzle-orm';
import { AppError } from '../errors.ts';

/** What a list is ordered by: an expression that an index serves, and the direction; the id breaks ties. */
export type Order = { key: SQL; id: SQL; descending: boolean };

type Plain = string | number | null;
/** The last row's place in the order, and its id. */
type Cursor = [...place: Plain[], id: string];

/** The condition that leaves out everything up to and including the cursor's row; undefined on the first page. */
export function afterCursor(order: Order, lastId: string | undefined): SQL | undefined {
  if (lastId === undefined) return undefined;
  const [key = null, id] = readCursor(lastId, 1);
  return after(order, key, String(id));
}

/** The condition that leaves out everything up to and including a row. */
export function after(order: Order, key: Plain, id: string): SQL {
  return order.descending
    ? sql`(${order.key}, ${order.id}) < (${key}, ${id}::uuid)`
    : sql`(${order.key}, ${order.id}) > (${key}, ${id}::uuid)`;
}

/** `order by` of a list. */
export function orderBy(order: Order): SQL {
  const direction = order.descending ? sql`desc` : sql`asc`;
  return sql`${order.key} ${direction}, ${order.id} ${direction}`;
}

/**
 * A page out of rows that were asked for with one more than `limit`.
 *
 * @param keyOf the row's sort key, or its parts, as text that PostgreSQL reads back to the very same value
 */
export function pageOf<Row extends { id: string }>(
  rows: Row[],
  limit: number,
  keyOf: (row: Row) => Plain | Plain[],
): { results: Row[]; last_id: string | null } {
  const results = rows.slice(0, limit);
  const last = results.at(-1);
  return {
    results,
    last_id: rows.length > limit && last ? encode([...[keyOf(last)].flat(), last.id]) : null,
  };
}

function encode(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
}

/**
 * Reads a cursor back: the parts of the last row's key, and its id.
 *
 * @param parts how many parts the key of this order has
 * @throws {AppError} invalid_request for anything else than a cursor of such an order
 */
export function readCursor(lastId: string, parts: number): Cursor {
  try {
    const cursor: unknown = JSON.parse(Buffer.from(lastId, 'base64url').toString());
    if (isCursor(cursor, parts)) return cursor;
  } catch {
    // answered below, like any other cursor that isn't ours
  }
  throw new AppError('invalid_request', { errors: [{ path: 'last_id', code: 'invalid_value' }] });
}

/** Nothing but plain values may become a parameter: the query builder would make a tuple of an array. */
function isCursor(value: unknown, parts: number): value is Cursor {
  if (!Array.isArray(value) || value.length !== parts + 1) return false;
  const place: unknown[] = value.slice(0, parts);
  const id: unknown = value[parts];
  const arePlain = place.every((one) => one === null || typeof one === 'string' || typeof one === 'number');
  return arePlain && typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id);
}
