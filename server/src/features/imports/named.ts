/** Categories and locations that are only named in a file, as they are made along with the groups. */
import { categories, categoryProblems } from '@vpisnik/contract/categories';
import { fieldErrorsOf } from '@vpisnik/contract/field-errors';
import { locations } from '@vpisnik/contract/locations';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { limits } from '@vpisnik/contract/rules/limits';
import { slugOf } from '@vpisnik/contract/rules/slug';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { z } from 'zod';

export type CategoryBody = z.output<typeof categories.create.body>;
export type LocationBody = z.output<typeof locations.create.body>;
type Checked<Body> = { body: Body; problems?: never } | { body?: never; problems: FieldError[] };

/** What a category is labelled whose name holds no letter of a label. */
const unspeakable: Record<Language, string> = { sl: 'kategorija', en: 'category' };

/** A free label: the proposed one, else with the first free number appended. */
function freeLabel(proposed: string, taken: ReadonlySet<string>): string {
  for (let at = 1; ; at += 1) {
    const end = at === 1 ? '' : `-${at}`;
    const label = `${proposed.slice(0, limits.label - end.length).replace(/-$/, '')}${end}`;
    if (!taken.has(label)) return label;
  }
}

type Around = { languages: readonly Language[]; own: Language; taken: ReadonlySet<string> };

/** A category of this name, called the same in each of the languages, by the rules of the screen that makes one. */
export function categoryNamed(name: string, { languages, own, taken }: Around): Checked<CategoryBody> {
  const { data, error } = categories.create.body.safeParse(
    {
      label: freeLabel(slugOf(name) || unspeakable[own], taken),
      name: Object.fromEntries(languages.map((one) => [one, name])),
      languages: [...languages],
    },
    { reportInput: true },
  );
  const problems = error ? fieldErrorsOf(error) : categoryProblems(data);
  return data && problems.length === 0 ? { body: data } : { problems };
}

/** A location of this name, by the rules of the screen that makes one. */
export function locationNamed(name: string): Checked<LocationBody> {
  const { data, error } = locations.create.body.safeParse({ name }, { reportInput: true });
  return data ? { body: data } : { problems: fieldErrorsOf(error) };
}
