import { type MouseEvent, memo } from 'react';
import classes from './DataTable.module.css';
import type { Column } from './DataTable.tsx';
import { roles } from './table-roles.ts';

type TableRowProps = {
  id: string;
  row: unknown;
  columns: readonly Column<unknown>[];
  selectable: boolean;
  selected: boolean;
  selectLabel: string;
  open: boolean;
  dimmed: boolean;
  onToggle: (id: string, range: boolean) => void;
};

const interactive = 'a, button, input, select, textarea, label, [role="menu"], [role="dialog"]';

/** A click on a row is a click on its link, unless it was on a control or selected some text. */
function openRow(event: MouseEvent<HTMLTableRowElement>) {
  // Clicks in a portal, such as a menu, bubble to the row without being inside it.
  if (!(event.target instanceof Element) || !event.currentTarget.contains(event.target)) return;
  if (event.target.closest(interactive) || window.getSelection()?.type === 'Range') return;
  event.currentTarget.querySelector<HTMLElement>('[data-open-row]')?.click();
}

/** One row; renders again only when something of its own changes. */
export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { id, row, columns, selectable, selected, selectLabel, open, dimmed, onToggle } = props;
  return (
    <tr
      {...roles.row}
      data-selected={selected || undefined}
      data-open={open || undefined}
      data-dimmed={dimmed || undefined}
      onClick={openRow}
    >
      {selectable && (
        <td {...roles.cell} className={classes.pick}>
          <input
            type="checkbox"
            className={classes.check}
            aria-label={selectLabel}
            checked={selected}
            onChange={({ nativeEvent }) =>
              onToggle(id, nativeEvent instanceof PointerEvent && nativeEvent.shiftKey)
            }
          />
        </td>
      )}
      {columns.map(({ id: column, cell, align, from, besideFrom, phone = 'line' }) => (
        <td
          key={column}
          {...roles.cell}
          data-align={align}
          data-from={from}
          data-beside-from={besideFrom}
          data-phone={phone}
        >
          {cell(row)}
        </td>
      ))}
    </tr>
  );
});
