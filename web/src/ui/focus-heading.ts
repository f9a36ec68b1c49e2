let focused: Element | null | undefined;

/** Gives the focus to the main heading of the page, so that a screen reader says where one is. */
export function focusHeading(): void {
  const main = document.getElementById('vsebina');
  const heading = main?.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  focused = heading;
  (heading ?? main)?.focus({ preventScroll: true });
}

/** Gives it to the heading that has replaced the focused one: a page that loads has another heading than what it loads. */
export function keepFocusOnHeading(): void {
  if (focused?.isConnected === false && document.activeElement === document.body) focusHeading();
}
