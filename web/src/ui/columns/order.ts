/** Ids of the columns that stay first and last: the row's name and its menu. */
const first = 'name';
const last = 'actions';

/** Whether a column may change its place. */
export const isMovable = ({ id }: { id: string }): boolean => id !== first && id !== last;

/** Columns in an order: those that it doesn't name come after, as they stand; the name stays first and the menu last. */
export function inOrder<Column extends { id: string }>(
  columns: readonly Column[],
  order: readonly string[],
): Column[] {
  const places = new Map(order.map((id, at) => [id, at]));
  const after = order.length;
  const placeOf = ({ id }: Column) => {
    if (id === first) return -1;
    return id === last ? after + 1 : (places.get(id) ?? after);
  };
  return columns.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * A list of ids in which those of `part` stand in the order of `part`, on the places that they have together; the others
 * keep theirs, and new ones come last.
 */
export function refilled(all: readonly string[], part: readonly string[]): string[] {
  const moved = new Set(part);
  const next = part.values();
  return [...new Set([...all, ...part])].map((id) => (moved.has(id) ? (next.next().value ?? id) : id));
}

/** Whether columns of a view or an address stand in the order in which they are given, which their name tells. */
export const isOrdered = (columns: readonly string[]): boolean => columns.includes(first);

/** Marks columns of a view or an address as given in their order. */
export const ordered = (columns: readonly string[]): string[] => [first, ...columns];
