import { useQuery } from '@tanstack/react-query';
import type { FormField } from '@vpisnik/contract/form-fields';
import { bestText } from '@vpisnik/contract/rules/texts';
import { useApi } from '../../../../lib/api.ts';
import { changedSearch, withChange } from '../../../../lib/list-address.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import type { BarFilter } from '../../../../ui/filters/FilterBar.tsx';
import { LaterOptions } from '../../../../ui/filters/later-options.ts';
import type { FilterOption } from '../../../../ui/filters/OptionList.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import { answersTo, fieldOfAnswer, type ParticipantsSearch } from '../address.ts';
import { referenceQueries } from '../queries.ts';
import { filled, type Source, there, useChosenNames } from './chosen-names.ts';
import type { ChangeFilters } from './use-filters.tsx';

type UseAnswerFiltersProps = {
  filters: ParticipantsSearch;
  onChange: ChangeFilters;
  /** Whether all filters are looked at, and not only those that are set. */
  isOffered: boolean;
};

/**
 * A filter for each field of the catalogue whose answers the user may read; those of deleted fields, and those that the user
 * may not read, as long as they are set.
 */
export function useAnswerFilters({ filters, onChange, isOffered }: UseAnswerFiltersProps): BarFilter[] {
  const { t, locale } = useI18n();
  const { answer = [] } = filters;
  const maySensitive = useMay('answers.read_sensitive');
  const chosenNames = useChosenNames();
  const read = useQuery({
    ...referenceQueries.formFields(useApi()),
    enabled: isOffered || answer.length > 0,
  });
  const optionsOf = ({ type, options }: FormField): FilterOption[] => {
    if (type === 'checkbox')
      return (['true', 'false', '!'] as const).map((value) => ({
        value,
        label: t(`modules.participant.filters.tick.${value === '!' ? 'never' : value}`),
      }));
    // none but those of choices
    const chosen = options.map(({ value, name }) => ({ value, label: bestText(name, locale).text }));
    return [
      ...chosen,
      { value: '*', label: t('modules.participant.filters.answered') },
      { value: '!', label: t('modules.participant.filters.unanswered') },
    ];
  };
  const filterOf = (
    id: string,
    label: string,
    options: FilterOption[],
    source: Source = there,
  ): BarFilter => {
    const own = answersTo(id, answer);
    const change = (values: (now: string[]) => string[]) =>
      onChange(({ answer: newest = [] }) => ({
        answer: filled([
          ...newest.filter((one) => fieldOfAnswer(one) !== id),
          ...values(answersTo(id, newest)).map((value) => `${id}:${value}`),
        ]),
      }));
    return {
      id: `answer-${id}`,
      label,
      chosen: chosenNames(own, options, source),
      onClear: () => change(() => []),
      content: (
        <LaterOptions
          label={label}
          options={options}
          value={own}
          onChange={(next) => change((now) => withChange(now, own, next))}
          multiple
        />
      ),
    };
  };
  const known = read.data?.results ?? [];
  const fields = known.filter(({ sensitive }) => maySensitive || !sensitive);
  const others = [...new Set(answer.map(fieldOfAnswer))].filter((id) => !fields.some((one) => one.id === id));
  const otherFilterOf = (id: string): BarFilter => {
    if (known.some((one) => one.id === id)) {
      const filter = filterOf(id, t('modules.participant.filters.hidden_field'), []);
      return { ...filter, chosen: [t('modules.participant.filters.not_applied')] };
    }
    const label = read.isSuccess ? 'gone_field' : 'unread_field';
    return filterOf(id, t(`modules.participant.filters.${label}`), [], read);
  };
  return [
    ...fields.map((field) => filterOf(field.id, bestText(field.name, locale).text, optionsOf(field))),
    ...others.map(otherFilterOf),
  ];
}

/**
 * The filters as they are applied: without answers that the user may not read, which would be taken for missing ones.
 *
 * @returns undefined until it is known which they are, and why it can't be
 */
export function useAppliedFilters(filters: ParticipantsSearch): {
  applied?: ParticipantsSearch;
  failed?: { error: Error; refetch: () => unknown };
} {
  const maySensitive = useMay('answers.read_sensitive');
  const { answer = [] } = filters;
  const isDoubtful = !maySensitive && answer.length > 0;
  const { data, error, refetch } = useQuery({
    ...referenceQueries.formFields(useApi()),
    enabled: isDoubtful,
  });
  if (!isDoubtful) return { applied: filters };
  if (!data) return error ? { failed: { error, refetch } } : {};
  const isReadable = (one: string) =>
    data.results.every(({ id, sensitive }) => !sensitive || id !== fieldOfAnswer(one));
  return { applied: changedSearch(filters, { answer: filled(answer.filter(isReadable)) }) };
}
