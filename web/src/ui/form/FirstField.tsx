import type { ReactNode } from 'react';

/**
 * Gives the focus of a dialog that opens to the first field inside, also where that takes no attributes; of radios to the chosen
 * one.
 */
export function FirstField({ children }: { children: ReactNode }) {
  return (
    <div ref={begin} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}

function begin(box: HTMLDivElement | null): void {
  const field = box?.querySelector<HTMLElement>('input:is(:checked, :not([type="radio"]))');
  field?.setAttribute('data-autofocus', 'true');
  // fields that come after their dialog find the focus on the button that closes it
  if (box?.closest('[role="dialog"]')?.contains(document.activeElement))
    field?.focus({ preventScroll: true });
}
