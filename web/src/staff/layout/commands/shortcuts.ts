import type { MessageKey } from '../../../lib/text/i18n.ts';
import type { RoutePath } from '../../routing/meta.ts';

/** Screens that a letter after `g` leads to; the letters are the first ones of their names in each language. */
export const destinations = [
  { to: '/dashboard', letter: 'layout.shortcuts.letters.dashboard' },
  { to: '/groups', letter: 'layout.shortcuts.letters.groups' },
  { to: '/participants', letter: 'layout.shortcuts.letters.participants' },
  { to: '/settings', letter: 'layout.shortcuts.letters.settings' },
] as const satisfies { to: RoutePath; letter: MessageKey }[];

/** Milliseconds within which the letter follows `g`. */
const FOLLOWS = 1_500;

type Key = Pick<KeyboardEvent, 'key' | 'timeStamp'>;

/** Meaning of a single key: opens the shortcuts, focuses the search, or a letter after `g`; null for any other. */
export type Meaning = 'shortcuts' | 'search' | { letter: string } | null;

/** Reads keys one after the other. */
export function createReader(): (key: Key) => Meaning {
  let went: number | null = null;
  return ({ key, timeStamp }) => {
    const follows = went !== null && timeStamp - went < FOLLOWS;
    went = null;
    if (follows) return { letter: key.toLowerCase() };
    if (key === '?') return 'shortcuts';
    if (key === '/') return 'search';
    if (key.toLowerCase() === 'g') went = timeStamp;
    return null;
  };
}
