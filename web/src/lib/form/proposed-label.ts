import { slugOf } from '@vpisnik/contract/rules/slug';
import type { Language, Texts } from '@vpisnik/contract/rules/texts';

type Labelled = { label: string; languages: readonly Language[]; name: Texts };

/**
 * The label once names or languages of something new have changed: it follows them while it is empty or what they proposed,
 * that is by the first language with a name. One that was typed stays.
 *
 * @param propose a label for a name; empty for an empty one
 */
export function labelAfter(
  now: Labelled,
  change: Partial<Omit<Labelled, 'label'>>,
  propose: (name: string) => string = slugOf,
): string {
  const proposed = ({ languages, name }: Labelled) =>
    languages.map((one) => propose(name[one] ?? '')).find((label) => label !== '') ?? '';
  const follows = now.label === '' || now.label === proposed(now);
  return follows ? proposed({ ...now, ...change }) : now.label;
}
