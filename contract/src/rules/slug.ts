import { limits } from './limits.ts';

/** A text for comparing: lower case, without accents, so that "solski" finds "Šolski". */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/đ/g, 'd')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/ß/g, 'ss');
}

/** A label proposed from a name: `Moderni ples, višja stopnja` → `moderni-ples-visja-stopnja`. */
export function slugOf(name: string): string {
  return fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, limits.label)
    .replace(/^-|-$/g, '');
}

/** Appends a tail to a label: `jazz`, `2027` → `jazz-2027`. Shortens the label if the whole is too long. */
export function labelWith(label: string, tail: string): string {
  return `${label.slice(0, limits.label - tail.length - 1).replace(/-$/, '')}-${tail}`;
}
