import { fold } from '@vpisnik/contract/rules/slug';

/** Whether a text holds every word of a query, accents and case ignored. */
export function matches(text: string, query: string): boolean {
  const folded = fold(text);
  return fold(query)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}
