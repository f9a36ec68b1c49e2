import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { Selection } from '../../../../ui/table/DataTable.tsx';
import { type Chosen, changed, nobody, shownOf } from './chosen.ts';

/** Milliseconds after which what only a choice needs is fetched. */
const AHEAD = 2_000;

type Page<Row> = { results: Row[]; total?: number | undefined; as_of?: string | undefined };

type ChoiceOptions<Row> = {
  pages: readonly Page<Row>[] | undefined;
  /** Another filter clears the choice. */
  filter: object;
  nameOf: (row: Row) => string;
};

/** A choice among the rows of a list, and what it is made from. */
export type Choice = {
  chosen: Chosen;
  choose: (next: Chosen) => void;
  selection: Selection;
  /** The ids of the rows on the screen. */
  shown: readonly string[];
  last: { total?: number | undefined; as_of?: string | undefined } | undefined;
  /** Receives the keys that are pressed in the table. */
  keys: RefObject<((event: KeyboardEvent<HTMLTableElement>) => void) | undefined>;
};

/** `note` stands on top of the table's card, `bar` below it, `jobs` above the list. */
export type Place = 'note' | 'bar' | 'jobs';

/** Choosing among the rows of a list; `isWanted` from when what can be done with them is needed. */
export function useChoice<Row extends { id: string }>({
  pages = [],
  filter,
  nameOf,
}: ChoiceOptions<Row>): Choice & { isWanted: boolean } {
  const key = JSON.stringify(filter);
  const [kept, setKept] = useState({ key, chosen: nobody });
  const chosen = kept.key === key ? kept.chosen : nobody;
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLater, AHEAD, true);
    return () => clearTimeout(timer);
  }, []);
  const keys: Choice['keys'] = useRef(undefined);
  const rows = pages.flatMap(({ results }) => results);
  const shown = rows.map(({ id }) => id);
  const choose = (next: Chosen) => setKept({ key, chosen: next });
  const selection: Selection = {
    selected: shownOf(chosen, shown),
    onChange: (next) => choose(changed(chosen, shown, next)),
    nameOf: (id) => {
      const row = rows.find((one) => one.id === id);
      return row ? nameOf(row) : '';
    },
    onKeyDown: (event) => keys.current?.(event),
  };
  return {
    ...{ chosen, choose, selection, shown, keys, last: pages.at(-1) },
    isWanted: isLater || chosen !== nobody,
  };
}
