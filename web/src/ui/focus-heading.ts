/** Gives the focus to the main heading of the page, so that a screen reader says where one is. */
export function focusHeading(): void {
  const main = document.getElementById('vsebina');
  const heading = main?.querySelector<HTMLElement>('h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? main)?.focus({ preventScroll: true });
}
