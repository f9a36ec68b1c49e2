import type { ChosenColumn, ChosenList, OrderedList } from '@vpisnik/contract/list-columns';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { useSessionStore } from '../../lib/session/context.ts';
import type { Column } from '../table/DataTable.tsx';
import { ColumnPicker } from './ColumnPicker.tsx';
import { inOrder, isMovable, isOrdered, ordered, refilled } from './order.ts';

/** Ids that an account may put in an order, as many as the contract takes. */
const most = 300;

type Options<Row> = {
  list: OrderedList;
  /** All columns that the list ever has, in its own order. */
  all: readonly Column<Row>[];
  /** Those of them that it has here; the same array as long as they are the same. */
  offered: readonly Column<Row>[];
  /** Columns of the address, which are shown instead of the account's; even none. */
  viewed?: readonly string[] | undefined;
  /** Changes the columns of the address. */
  onViewColumns?: (choose: (now: string[]) => string[]) => void;
  /** Whether the account shows a column. */
  isShown: (id: string) => boolean;
  /** Shows or hides a column with the account. */
  choose: (id: string, shown: boolean) => void;
  /** Chosen columns that are not offered here; a view keeps them. */
  elsewhere?: readonly string[];
  /** Stands beside a column's name in the choice. */
  markOf?: (id: string) => ReactNode;
  /** Called when the choice is opened. */
  onOpen?: () => void;
};

type Chosen<Row> = {
  columns: readonly Column<Row>[];
  picker: ReactNode;
  /** Ids of the chosen columns, as a view keeps them. */
  ids: string[];
};

/**
 * The columns of a list that people choose and put in an order: those that the address says, else those of the account. Its
 * name always stays first and its menu last.
 */
export function useChosenColumns<Row>(options: Options<Row>): Chosen<Row> {
  const {
    list,
    all,
    offered,
    viewed,
    onViewColumns,
    isShown,
    choose,
    elsewhere = [],
    markOf,
    onOpen,
  } = options;
  const { listColumns } = useSessionStore();
  const { order: orders } = useSyncExternalStore(listColumns.subscribe, listColumns.get);
  const own = orders?.[list] ?? [];
  const order = viewed ? (isOrdered(viewed) ? viewed : []) : own;
  const movable = offered.filter(isMovable);
  const isChosen = ({ id, always = false }: Column<Row>) =>
    always || (viewed ? viewed.includes(id) : isShown(id));
  const chosen = inOrder(movable, order).filter(isChosen);
  const key = chosen.map(({ id }) => id).join();
  const columns = useMemo(() => {
    const ids = key.split(',');
    return inOrder(offered, ids).filter((column) => !isMovable(column) || ids.includes(column.id));
  }, [offered, key]);

  /** Chosen columns as a view and its address keep them: marked only if they stand in another order than the list's own. */
  const kept = (ids: readonly string[]): string[] => {
    const known = movable.filter(({ id }) => ids.includes(id));
    const isMoved = ids.filter((id) => known.some((one) => one.id === id)).join() !== idsOf(known).join();
    if (isMoved) return ordered(ids);
    const others = ids.filter((id) => !known.some((one) => one.id === id));
    return [...idsOf(known.filter(({ always }) => !always)), ...others];
  };
  /** Those of the address with all that are always there, in the order of the choice. */
  const inView = (now: readonly string[], arranged: readonly string[]) => {
    const fixed = idsOf(movable.filter(({ always }) => always));
    const ids = [...new Set([...now, ...fixed])].filter((id) => isMovable({ id }));
    return kept(
      refilled(
        ids,
        arranged.filter((id) => ids.includes(id)),
      ),
    );
  };
  const toggle = (id: string, shown: boolean, arranged: string[]) => {
    if (!viewed) return choose(id, shown);
    onViewColumns?.((now) =>
      inView([...now.filter((other) => other !== id), ...(shown ? [id] : [])], arranged),
    );
  };
  const arrange = (arranged: string[]) => {
    if (viewed) return onViewColumns?.((now) => inView(now, arranged));
    // those that the list has elsewhere keep their places
    const isHere = (id: string) => offered.some((column) => column.id === id);
    const known = [...own, ...idsOf(all.filter(isMovable).filter(isChosen)), ...elsewhere];
    const kept = known.filter((id) => arranged.includes(id) || !isHere(id));
    listColumns.arrange(list, refilled(kept, arranged).slice(0, most));
  };
  const reset = () => {
    if (viewed) onViewColumns?.((now) => inView(now, idsOf(movable)));
    else listColumns.arrange(list, []);
  };
  const picker = (
    <ColumnPicker
      columns={movable.map(({ id, header, always }) => ({ id, header, always, mark: markOf?.(id) }))}
      order={order}
      shown={new Set(idsOf(chosen))}
      onToggle={toggle}
      onArrange={arrange}
      onReset={reset}
      onOpen={onOpen}
    />
  );
  const ids = viewed ? inView(viewed, idsOf(chosen)) : kept([...idsOf(chosen), ...elsewhere]);
  return { columns, picker, ids };
}

const idsOf = (columns: readonly { id: string }[]) => columns.map(({ id }) => id);

/** Columns of the row's name and of its menu, which always stay. */
type Fixed = 'name' | 'actions';

/** A column of a list that people choose from. */
export type ColumnOf<List extends ChosenList> = ChosenColumn<List> | Fixed;

/** The columns of a list without views: those that the account shows, optional ones only when they are chosen. */
export function useColumnChoice<Row, List extends OrderedList & ChosenList>(
  list: List,
  all: readonly Column<Row, ColumnOf<List>>[],
): Pick<Chosen<Row>, 'columns' | 'picker'> {
  const { listColumns } = useSessionStore();
  const choice: Partial<Record<string, boolean>> | undefined = useSyncExternalStore(
    listColumns.subscribe,
    listColumns.get,
  )[list];
  return useChosenColumns<Row>({
    list,
    all,
    offered: all,
    isShown: (id) => choice?.[id] ?? !all.find((column) => column.id === id)?.optional,
    choose: (id, shown) => listColumns.choose(list, id as ChosenColumn<List>, shown),
  });
}
