import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import type { Side } from './DragHandle.tsx';

type Draggable = {
  row: HTMLElement;
  dragHandle: HTMLElement;
  /** The list's own name. */
  list: string;
  id: string;
};

/**
 * Lets a row be dragged by its handle, and put down before or after another one of the same list.
 *
 * @param onDrop called once, with what was put down where
 * @returns what ends it
 */
export function makeDraggable(
  { row, dragHandle, list, id }: Draggable,
  onDrop: (moved: string, to: string, side: Side) => void,
): () => void {
  const show = (side?: Side) => {
    if (side) row.dataset.drop = side;
    else delete row.dataset.drop;
  };
  const stopDragging = draggable({
    element: row,
    dragHandle,
    getInitialData: () => ({ list, id }),
    onDragStart: () => {
      row.dataset.dragged = 'true';
    },
    onDrop: () => {
      delete row.dataset.dragged;
    },
  });
  const stopDropping = dropTargetForElements({
    element: row,
    canDrop: ({ source }) => source.data.list === list,
    getData: ({ input, element }) => ({ side: sideOf(input.clientY, element) }),
    onDrag: ({ source, self }) => show(source.data.id === id ? undefined : (self.data.side as Side)),
    onDragLeave: () => show(),
    onDrop: ({ source, self }) => {
      show();
      if (source.data.id !== id) onDrop(String(source.data.id), id, self.data.side as Side);
    },
  });
  return () => {
    stopDragging();
    stopDropping();
  };
}

function sideOf(y: number, element: Element): Side {
  const { top, height } = element.getBoundingClientRect();
  return y < top + height / 2 ? 'before' : 'after';
}
