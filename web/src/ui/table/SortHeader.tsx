import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './DataTable.module.css';
import type { Column, Sort } from './DataTable.tsx';
import { roles } from './table-roles.ts';

type SortHeaderProps<Row> = {
  column: Column<Row>;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
};

/** A column's header; a sortable one is a button that turns the order round. */
export function SortHeader<Row>({ column, sort, onSort }: SortHeaderProps<Row>) {
  const { id, header, sortable, quiet, align, width, from, besideFrom } = column;
  const active = sort?.by === id ? sort : undefined;
  const Arrow = active?.descending ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      {...roles.columnheader}
      data-align={align}
      data-from={from}
      data-beside-from={besideFrom}
      style={width ? { width } : undefined}
      aria-sort={active ? (active.descending ? 'descending' : 'ascending') : undefined}
    >
      {sortable && onSort ? (
        <button
          type="button"
          className={classes.sort}
          onClick={() => onSort({ by: id, descending: active ? !active.descending : false })}
        >
          {header}
          {active && <Arrow size={15} stroke={2} aria-hidden />}
        </button>
      ) : (
        <span className={quiet ? 'vh' : classes.title} title={quiet ? undefined : header}>
          {header}
        </span>
      )}
    </th>
  );
}
