import type { GroupFilters } from '@vpisnik/contract/public';
import { weekdayName } from '@vpisnik/contract/rules/format';
import type { AllGroupsPage } from '@vpisnik/contract/rules/public-pages';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { StillTranslate } from './translate.ts';

export type ChosenFilter = {
  name: keyof GroupFilters;
  /** `7 let`, `torek` */
  says: string;
  /** The filters without this one, from the first page on. */
  others: GroupFilters;
};

/** The filters that narrow the list, in words and in the form's order. */
export function chosenFilters(
  { filters, locations }: Pick<AllGroupsPage, 'filters' | 'locations'>,
  language: Language,
  t: StillTranslate,
): ChosenFilter[] {
  const { age, day, location_id, free_places } = filters;
  const says = {
    age: age !== undefined && t('all_groups.years', { count: age }),
    day: day && weekdayName(day, language),
    location_id: locations.find(({ id }) => id === location_id)?.name,
    free_places: free_places && t('all_groups.with_places'),
  };
  return Object.entries(says).flatMap(([key, text]) => {
    if (!text) return [];
    const name = key as keyof typeof says;
    const { [name]: _, ...others } = filters;
    return [{ name, says: text, others: { ...others, page: 1 } }];
  });
}
