import { type ChosenList, type ListColumns, listColumns } from '@vpisnik/contract/list-columns';

export type EarlierStorage = Pick<Storage, 'getItem' | 'removeItem'>;

const lists = Object.keys(listColumns.shape) as ChosenList[];
const keyOf = (list: ChosenList, accountId: string) => `vpisnik.columns.${list}.${accountId}`;

/** The columns that somebody chose when that was kept on the device; what is none of theirs, or of no list, is left out. */
export function earlierColumns(storage: EarlierStorage, accountId: string): ListColumns {
  let columns: ListColumns = {};
  for (const list of lists) {
    try {
      const kept: unknown = JSON.parse(storage.getItem(keyOf(list, accountId)) ?? '{}');
      const { data } = listColumns.safeParse({ [list]: kept });
      if (Object.keys(data?.[list] ?? {}).length > 0) columns = { ...columns, ...data };
    } catch {
      // storage is refused, or holds something else
    }
  }
  return columns;
}

/** Forgets what the device has kept of these lists. */
export function dropEarlierColumns(storage: EarlierStorage, accountId: string, of: ListColumns): void {
  for (const list of lists) {
    if (!of[list]) continue;
    try {
      storage.removeItem(keyOf(list, accountId));
    } catch {
      // then there is nothing in it either
    }
  }
}
