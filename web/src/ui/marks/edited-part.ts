/** The `--tint` of the tokens, which a mail does not know, as the colours of its own layout: light, then dark. */
export const editedTint = { light: '#eaeed8', dark: '#2a301b' } as const;

const tinted = (tint: string) =>
  `[data-edited] { background: ${tint} !important; box-shadow: 0 0 0 4px ${tint}; }`;

/** Style of a mail in whose preview the part that is being edited is tinted. */
export const editedStyle = `
  [data-edited] { border-radius: 4px; -webkit-box-decoration-break: clone; box-decoration-break: clone; }
  ${tinted(editedTint.light)}
  @media (prefers-color-scheme: dark) { ${tinted(editedTint.dark)} }`;

/** Space that is left above or below a part, in pixels. */
const MARGIN = 32;

/**
 * Tints the elements of a mail that are of a part, by `data-part`, and scrolls to them if they are out of view. Scrolls at once
 * where people want no motion.
 */
export function showEdited(
  mail: Document | null | undefined,
  part: string | null | undefined,
  behavior: 'smooth' | 'instant',
): void {
  const view = mail?.defaultView;
  if (!mail || !view) return;
  const parts = [...mail.querySelectorAll<HTMLElement>('[data-part]')];
  for (const one of parts) one.toggleAttribute('data-edited', one.dataset.part === part);
  const places = parts.filter((one) => one.dataset.part === part).map((one) => one.getBoundingClientRect());
  if (places.length === 0) return;
  const top = Math.min(...places.map((place) => place.top));
  const bottom = Math.max(...places.map((place) => place.bottom));
  if (top >= 0 && bottom <= view.innerHeight) return;
  // by its top also where it is higher than the frame
  const isAbove = top < 0 || bottom - top > view.innerHeight - 2 * MARGIN;
  const by = isAbove ? top - MARGIN : bottom - view.innerHeight + MARGIN;
  const isStill = view.matchMedia('(prefers-reduced-motion: reduce)').matches;
  view.scrollBy({ top: by, behavior: isStill ? 'instant' : behavior });
}
