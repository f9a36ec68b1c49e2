/** Ref of a button that goes when it is pressed: hands its focus on to the heading above it. */
export function handFocusUp(button: HTMLButtonElement): () => void {
  return () => {
    if (document.activeElement !== button) return;
    // a dialog that goes as a whole gives it back itself: nothing is left of it below the body
    giveBackSoon(pathOfFocus().filter((one) => document.body.contains(one) && one !== document.body));
  };
}

/** The element that has the focus, with all that it stands in. */
export function pathOfFocus(): Element[] {
  const path: Element[] = [];
  for (let one = document.activeElement; one; one = one.parentElement) path.push(one);
  return path;
}

/** Gives the focus back to the first of a path, or to the heading above it if that is gone; not if it is somewhere by then. */
export function giveBackSoon(path: Element[]): void {
  requestAnimationFrame(() => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (isLost) giveBack(path);
  });
}

function giveBack([opener, ...around]: Element[]): void {
  const part = around.find((one) => one.isConnected && headingOf(one));
  const target = opener?.isConnected ? opener : part && headingOf(part);
  if (target !== opener) target?.setAttribute('tabindex', '-1');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}

/**
 * The first heading that is shown: a summary without errors has one that is not. Of the whole document, which a dialog in a portal
 * stands in, the page's own: those of the menu come before it.
 */
const headingOf = (part: Element) =>
  [...(part.querySelector('main') ?? part).querySelectorAll('h1, h2, h3')].find((one) =>
    one.checkVisibility(),
  );
