import { IconGripVertical } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './DragHandle.module.css';

export type Side = 'before' | 'after';

type DragHandleProps = {
  /** Name of the list; items can be dropped only in their own list. */
  list: string;
  id: string;
  /** Called once per drop: item `moved` was dropped at `side` of item `to`. */
  onDrop: (moved: string, to: string, side: Side) => void;
};

/**
 * Drags the table row or list item that it is in. It is for pointers alone and silent for assistive technology: a list
 * that has it also has buttons that do the same.
 */
export function DragHandle({ list, id, onDrop }: DragHandleProps) {
  const handle = useRef<HTMLSpanElement>(null);
  const latest = useRef(onDrop);
  latest.current = onDrop;
  useEffect(() => {
    const row = handle.current?.closest<HTMLElement>('tr, li');
    if (!handle.current || !row) return;
    const parts = { row, dragHandle: handle.current, list, id };
    let stop: (() => void) | undefined;
    let isOver = false;
    // a list can be read before it can be dragged; buttons do the same meanwhile
    import('./drag.ts').then(
      ({ makeDraggable }) => {
        if (!isOver) stop = makeDraggable(parts, (...drop) => latest.current(...drop));
      },
      () => {},
    );
    return () => {
      isOver = true;
      stop?.();
    };
  }, [list, id]);
  return (
    <span ref={handle} className={classes.handle} data-drag-handle aria-hidden="true">
      <IconGripVertical size={18} stroke={1.75} />
    </span>
  );
}

/** A list with one of its items right before or after another one; the same list when either is not in it. */
export function moved<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  move: { id: string; to: string; side: Side },
): readonly Item[] {
  const item = items.find((one) => idOf(one) === move.id);
  const rest = items.filter((one) => idOf(one) !== move.id);
  const goal = rest.findIndex((one) => idOf(one) === move.to);
  if (!item || goal < 0) return items;
  return rest.toSpliced(move.side === 'before' ? goal : goal + 1, 0, item);
}
