import { useQuery } from '@tanstack/react-query';
import type { FormField } from '@vpisnik/contract/form-fields';
import { bestText } from '@vpisnik/contract/rules/texts';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import type { BarFilter } from '../../../../ui/table/FilterBar.tsx';
import { type FilterOption, OptionList } from '../../../../ui/table/OptionList.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import type { ParticipantsSearch } from '../address.ts';
import { referenceQueries } from '../queries.ts';
import type { FilterChange } from './use-filters.tsx';

type UseAnswerFiltersProps = {
  filters: ParticipantsSearch;
  onChange: (change: FilterChange) => void;
  /** Whether all filters are looked at, and not only those that are set. */
  isOffered: boolean;
};

/** A filter for each field of the catalogue whose answers the user may read; those of deleted fields as long as they are set. */
export function useAnswerFilters({ filters, onChange, isOffered }: UseAnswerFiltersProps): BarFilter[] {
  const { t, locale } = useI18n();
  const { answer = [] } = filters;
  const maySensitive = useMay('answers.read_sensitive');
  const { data } = useQuery({
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
  const filterOf = (id: string, label: string, options: FilterOption[]): BarFilter => {
    const own = answer.filter((one) => one.startsWith(`${id}:`)).map((one) => one.slice(id.length + 1));
    const others = answer.filter((one) => !one.startsWith(`${id}:`));
    const change = (values: string[]) => {
      const next = [...others, ...values.map((value) => `${id}:${value}`)];
      onChange({ answer: next.length > 0 ? next : undefined });
    };
    const named = options.filter(({ value }) => own.includes(value)).map((option) => option.label);
    const unnamed = own.length - named.length;
    return {
      id: `answer-${id}`,
      label,
      chosen: unnamed > 0 ? [...named, t('modules.participant.filters.unknown', { count: unnamed })] : named,
      onClear: () => change([]),
      content: <OptionList label={label} options={options} value={own} onChange={change} multiple />,
    };
  };
  const fields = (data?.results ?? []).filter(({ sensitive }) => maySensitive || !sensitive);
  const gone = [...new Set(answer.map((one) => one.slice(0, one.indexOf(':'))))].filter(
    (id) => data && !fields.some((field) => field.id === id),
  );
  return [
    ...fields.map((field) => filterOf(field.id, bestText(field.name, locale).text, optionsOf(field))),
    ...gone.map((id) => filterOf(id, t('modules.participant.filters.gone_field'), [])),
  ];
}
