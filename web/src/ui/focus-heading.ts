/** Whether the heading that went last took the focus with it. */
let wentFocused = false;

/** Gives the focus to the main heading of the page, so that a screen reader says where one is. */
export function focusHeading(): void {
  const main = document.getElementById('vsebina');
  const heading = main?.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? main)?.focus({ preventScroll: true });
}

/**
 * Ref of a page's heading: one that replaces the focused heading gets the focus, unless something else has it by then. A page
 * that loads has another heading than what it loads.
 */
export function keepFocusOnHeading(heading: HTMLHeadingElement): () => void {
  if (wentFocused && document.activeElement === document.body) focusHeading();
  wentFocused = false;
  return () => {
    wentFocused = document.activeElement === heading;
  };
}
