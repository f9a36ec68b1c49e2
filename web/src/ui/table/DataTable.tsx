import { type KeyboardEvent, type ReactNode, useCallback, useDeferredValue, useRef, useState } from 'react';
import { useI18n } from '../../lib/text/i18n.ts';
import { Pending } from '../notice/Pending.tsx';
import classes from './DataTable.module.css';
import { SortHeader } from './SortHeader.tsx';
import { TableRow } from './TableRow.tsx';
import { roles } from './table-roles.ts';

export type Column<Row, Id extends string = string> = {
  id: Id;
  header: string;
  /** Keep the function outside the component: rows render again only when their row or the columns change. */
  cell: (row: Row) => ReactNode;
  /** Shown only to those who have chosen it. */
  optional?: boolean;
  /** People may move it, but not hide it; so it is with the row's name and menu, which can't be moved either. */
  always?: boolean;
  /** The list can be sorted by it; its id is what `onSort` gets. */
  sortable?: boolean;
  /** The header is for assistive technology only, for instance of the "…" menu. */
  quiet?: boolean;
  align?: 'end';
  /** A CSS width. */
  width?: string;
  /** Hidden on screens narrower than this step: 960 or 1280 px. */
  from?: 'md' | 'lg';
  /** Beside an open detail, hidden on screens narrower than this step: 1366 or 1520 px. */
  besideFrom?: 'lg' | 'xl' | undefined;
  /**
   * Place in the stacked row of a phone: name and status on top, a line of its own, beside the line before it, a "…" after
   * that, or nowhere.
   */
  phone?: 'name' | 'corner' | 'line' | 'end' | 'menu' | 'none';
};

export type Sort = { by: string; descending: boolean };

export type Selection = {
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  /** The row in words, for its checkbox: `Izberi: Špela Žnidaršič`. */
  nameOf: (id: string) => string;
  /** Keys pressed in the table. */
  onKeyDown?: (event: KeyboardEvent<HTMLTableElement>) => void;
};

type DataTableProps<Row> = {
  /** Content and order of the list, for assistive technology. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  idOf: (row: Row) => string;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
  selection?: Selection | undefined;
  /** The row whose detail is open. */
  openId?: string | undefined;
  /** Rows that are switched off are written in the second ink. */
  isDimmed?: (row: Row) => boolean;
  /** Fetching again: the rows stay and the table says it is busy. */
  busy?: boolean;
  /** On top of the card: what is selected beyond the shown rows. */
  note?: ReactNode;
  /** Count of shown rows, and "show more". */
  foot?: ReactNode;
};

/** Rows that more than fill the screen: a page of a list has 50, and drawing them all would keep the first waiting. */
const rowsAtOnce = () => Math.ceil(window.innerHeight / (window.innerWidth < 600 ? 90 : 56));

/**
 * A list as a table: native checkboxes, memoised rows, stacked rows on a phone. A row opens by its link that carries
 * `data-open-row`; a click anywhere else on the row goes to that link. Give an `EmptyState` instead when there are no rows.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    idOf,
    sort,
    onSort,
    selection,
    openId,
    isDimmed,
    busy = false,
    note,
    foot,
  } = props;
  const { t } = useI18n();
  const isWhole = useDeferredValue(true, false);
  const [atOnce] = useState(rowsAtOnce);
  const ids = rows?.map(idOf) ?? [];
  const latest = useRef({ ids, selection, anchor: '' });
  latest.current.ids = ids;
  latest.current.selection = selection;
  // Stable, so that memoised rows stay untouched by a change of another row's state.
  const toggle = useCallback((id: string, range: boolean) => {
    const { selection: now, ids: all, anchor } = latest.current;
    if (!now) return;
    const next = new Set(now.selected);
    const checked = !next.has(id);
    const [from, to] = [all.indexOf(anchor), all.indexOf(id)].sort((a, b) => a - b);
    const span = range && from !== undefined && from >= 0 ? all.slice(from, (to ?? 0) + 1) : [id];
    for (const one of span) checked ? next.add(one) : next.delete(one);
    latest.current.anchor = id;
    now.onChange(next);
  }, []);

  if (!rows) return <Pending />;
  const chosen = selection ? ids.filter((id) => selection.selected.has(id)).length : 0;
  const all = chosen > 0 && chosen === ids.length;
  const selectPage = () => {
    if (!selection) return;
    const next = new Set(selection.selected);
    for (const id of ids) all ? next.delete(id) : next.add(id);
    selection.onChange(next);
  };
  return (
    <div className={classes.card}>
      {note}
      <div className={classes.scroll}>
        <table
          className={classes.table}
          {...roles.table}
          aria-busy={busy}
          data-beside={openId !== undefined || undefined}
          onKeyDown={selection?.onKeyDown}
        >
          <caption className="vh">{caption}</caption>
          <thead {...roles.rowgroup}>
            <tr {...roles.row}>
              {selection && (
                <th scope="col" {...roles.columnheader} className={classes.pick}>
                  <input
                    type="checkbox"
                    className={classes.check}
                    aria-label={t('ui.list.select_page')}
                    checked={all}
                    ref={(box) => {
                      if (box) box.indeterminate = chosen > 0 && !all;
                    }}
                    onChange={selectPage}
                  />
                </th>
              )}
              {columns.map((column) => (
                <SortHeader key={column.id} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody {...roles.rowgroup}>
            {rows.map((row, at) => {
              const id = idOf(row);
              if (!isWhole && at >= atOnce) return <tr key={id} className={classes.later} aria-hidden />;
              return (
                <TableRow
                  key={id}
                  id={id}
                  row={row}
                  columns={columns as readonly Column<unknown>[]}
                  selectable={selection !== undefined}
                  selected={selection?.selected.has(id) ?? false}
                  selectLabel={selection ? t('ui.list.select_row', { name: selection.nameOf(id) }) : ''}
                  open={id === openId}
                  dimmed={isDimmed?.(row) ?? false}
                  onToggle={toggle}
                />
              );
            })}
          </tbody>
        </table>
      </div>
      {foot && <div className={classes.foot}>{foot}</div>}
    </div>
  );
}
