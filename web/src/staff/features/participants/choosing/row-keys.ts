import type { KeyboardEvent } from 'react';

type Rows = {
  ids: readonly string[];
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  /** Selects all that match, also those not shown. */
  onAll: (() => void) | undefined;
};

const boxOf = 'input[type="checkbox"]';
const linkOf = '[data-open-row]';

/** Where a selection by Shift and arrows began, and how far it has come. */
let span = { from: '', to: '' };

/**
 * Selects rows by keyboard, from a row's checkbox or link: Space toggles it, the up and down arrows go from row to row
 * and with Shift take the rows along, Ctrl+A (⌘A) selects the page, and all that match when the page already is.
 */
export function selectByKeys(event: KeyboardEvent<HTMLTableElement>, rows: Rows): void {
  const { target, currentTarget, key, shiftKey } = event;
  if (event.altKey || event.nativeEvent.isComposing) return;
  // keys in a menu or dialog bubble here without coming from the table
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (event.ctrlKey || event.metaKey) {
    if (key.toLowerCase() !== 'a' || shiftKey) return;
    event.preventDefault();
    selectAll(rows);
    return;
  }
  const control = target.closest<HTMLElement>(`${boxOf}, ${linkOf}`);
  const row = control?.closest<HTMLTableRowElement>('tbody tr');
  if (!control || !row) return;
  const at = row.sectionRowIndex;
  if (key === ' ' && control.matches(linkOf)) {
    event.preventDefault();
    toggle(rows, rows.ids[at] ?? '');
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (!step) return;
  event.preventDefault();
  const next = row.parentElement?.querySelectorAll<HTMLElement>(':scope > tr')[at + step];
  if (!next) return;
  if (shiftKey) extend(rows, at, at + step);
  next.querySelector<HTMLElement>(control.matches(boxOf) ? boxOf : linkOf)?.focus();
}

function selectAll({ ids, selected, onChange, onAll }: Rows): void {
  if (onAll && ids.every((id) => selected.has(id))) onAll();
  else onChange(new Set([...selected, ...ids]));
}

function toggle({ selected, onChange }: Rows, id: string): void {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  onChange(next);
}

/** Goes on from one row to the next with the selection: rows between the first one and here are in it. */
function extend({ ids, selected, onChange }: Rows, at: number, to: number): void {
  const [here = '', there = ''] = [ids[at], ids[to]];
  const from = span.to === here ? span.from : here;
  span = { from, to: there };
  const next = new Set(selected);
  for (const id of between(ids, from, here)) next.delete(id);
  for (const id of between(ids, from, there)) next.add(id);
  onChange(next);
}

/** The ids from one to another, in their order. */
function between(ids: readonly string[], one: string, other: string): readonly string[] {
  const [from = 0, to = 0] = [ids.indexOf(one), ids.indexOf(other)].sort((a, b) => a - b);
  return from < 0 ? [other] : ids.slice(from, to + 1);
}
