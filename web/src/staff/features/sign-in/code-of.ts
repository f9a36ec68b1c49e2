/** The code of a mailed link. It stands behind `#`, so that it reaches no server log on the way. */
export function codeOf(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, '')).get('code') || undefined;
}
