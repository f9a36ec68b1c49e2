import { useEffect, useRef } from 'react';

type Neighbours = {
  previous: string | undefined;
  next: string | undefined;
  /** Place of the open one in the list, from 1; undefined when it is not among the loaded rows. */
  position: number | undefined;
};

/** Neighbours, and whether the open one has never been among the loaded rows. */
type Shown = Neighbours & { isBeyond: boolean };

/**
 * The participants before and after the open one. When the open one is no longer in the list, because it no longer
 * matches its filters, the row that took its place comes next.
 */
export function useNeighbours(ids: readonly string[], openId: string | undefined): Shown {
  const last = useRef<number>(undefined);
  const at = openId === undefined ? -1 : ids.indexOf(openId);
  useEffect(() => {
    if (at >= 0) last.current = at;
  }, [at]);
  const isBeyond = openId !== undefined && at < 0 && last.current === undefined;
  return { ...neighboursOf(ids, at, last.current ?? 0), isBeyond };
}

/** @param last where the open one stood before it left the list; `at` is then -1 */
export function neighboursOf(ids: readonly string[], at: number, last: number): Neighbours {
  return at >= 0
    ? { previous: ids[at - 1], next: ids[at + 1], position: at + 1 }
    : { previous: ids[last - 1], next: ids[last], position: undefined };
}
