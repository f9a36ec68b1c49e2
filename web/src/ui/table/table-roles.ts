/**
 * The roles of a table's parts, written out: where rows are stacked on a phone, `display: grid` takes the implied
 * roles away, and assistive technology would read a list of loose words.
 */
export const roles = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;
