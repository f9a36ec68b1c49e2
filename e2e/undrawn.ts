import type { PlaywrightTestOptions, PlaywrightWorkerOptions } from '@playwright/test';

/**
 * Runs in every page: makes it transparent. A browser without a window draws each frame for no one; a transparent page is laid
 * out, found and clicked as ever, but not drawn.
 */
export const undraw = `if (window === top) {
  globalThis.undrawn = new CSSStyleSheet();
  undrawn.replaceSync('html { opacity: 0 }');
  document.adoptedStyleSheets.push(undrawn);
}`;

/** Runs in a page whose drawing is measured, after `undraw`: draws it all the same. */
export const draw = "if ('undrawn' in globalThis) undrawn.disabled = true;";

/** Runs in a page: evaluates what would find nothing on a transparent page. It does not wait for a frame, so none is drawn. */
export const asOpaque = (expression: string): string => `(async () => {
  const { undrawn } = globalThis;
  if (undrawn) undrawn.disabled = true;
  try {
    return await ${expression};
  } finally {
    if (undrawn) undrawn.disabled = false;
  }
})()`;

/** Whether a person looks at the pages of a run: in a window, in traces or in pictures. */
export function isWatched({
  headless,
  trace,
}: Partial<PlaywrightTestOptions & PlaywrightWorkerOptions>): boolean {
  return headless === false || (trace !== undefined && trace !== 'off') || Boolean(process.env.SHOTS);
}
