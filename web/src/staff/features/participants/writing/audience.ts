import type { Wire } from '../choosing/wire.ts';

type Filtered = Extract<Wire, { filter: object }>;

/** Whom a message is for. The server counts them: nothing is done to them yet, and their number is shown before it is sent. */
export type Audience = { ids: string[] } | Omit<Filtered, 'expected_count'>;

/** A choice as the audience of a message. */
export function audienceOf(chosen: Wire): Audience {
  if ('ids' in chosen) return chosen;
  const { expected_count: _, ...audience } = chosen;
  return audience;
}

/** A moment that no clock has reached: the server takes its own, whatever the time here is. */
const NOW = '2199-01-01T00:00:00.000Z';

/** All whom a filter finds now. */
export const everybodyIn = (filter: Filtered['filter']): Omit<Filtered, 'expected_count'> => ({
  filter,
  exclude_ids: [],
  as_of: NOW,
});
