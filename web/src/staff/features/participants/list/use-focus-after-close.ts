import { useEffect, useRef } from 'react';
import { focusHeading } from '../../../../ui/focus-heading.ts';

/**
 * Gives the focus that went with a detail to its row in the list, or to the page's heading when there is no such row. Waits until
 * the detail is closed: a question about what is typed there may keep it open.
 *
 * @param row the `data-open-row` of the open detail, where it is in the list
 */
export function useFocusAfterClose(isOpen: boolean, row: string | undefined): void {
  const last = useRef({ isOpen, row });
  useEffect(() => {
    const before = last.current;
    last.current = { isOpen, row };
    if (isOpen || !before.isOpen || document.activeElement !== document.body) return;
    const link = document.querySelector<HTMLElement>(`[data-open-row="${before.row}"]`);
    if (link) link.focus();
    else focusHeading();
  }, [isOpen, row]);
}
