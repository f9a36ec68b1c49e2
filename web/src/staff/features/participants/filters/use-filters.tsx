import { useQuery } from '@tanstack/react-query';
import { formatDay } from '@vpisnik/contract/rules/format';
import { concerns, offerStands, paymentStands, sources } from '@vpisnik/contract/rules/participant-filter';
import { periods, shownStatuses } from '@vpisnik/contract/rules/statuses';
import { bestText, languages } from '@vpisnik/contract/rules/texts';
import { useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { withChange } from '../../../../lib/list-address.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import type { BarFilter } from '../../../../ui/filters/FilterBar.tsx';
import { LaterOptions } from '../../../../ui/filters/later-options.ts';
import type { FilterOption } from '../../../../ui/filters/OptionList.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import type { ParticipantsSearch } from '../address.ts';
import { allGroupsQuery, referenceQueries } from '../queries.ts';
import { ageText } from './age-text.ts';
import { filled, type Source, there, useChosenNames } from './chosen-names.ts';
import { useAnswerFilters } from './use-answer-filters.tsx';

const AgeFilter = onDemand(async () => (await import('./Ranges.tsx')).AgeFilter);
const DaysFilter = onDemand(async () => (await import('./Ranges.tsx')).DaysFilter);

/** A change of filters; `undefined` takes one away. */
export type FilterChange = {
  [Name in keyof ParticipantsSearch]?: ParticipantsSearch[Name] | undefined;
};

/** Changes the filters; by a function where the change depends on the newest ones, which may not be shown yet. */
export type ChangeFilters = (change: FilterChange | ((now: ParticipantsSearch) => FilterChange)) => void;

/** All filters, and a call on opening them, which fetches their options. */
type Filters = { filters: BarFilter[]; onOffer: () => void };

type UseFiltersProps = {
  filters: ParticipantsSearch;
  onChange: ChangeFilters;
  /** Whether the list spans groups, so that it can be narrowed to some. */
  ofGroups: boolean;
};

/** Filters whose values are chosen from options. */
type Listed = {
  [Name in keyof ParticipantsSearch]-?: NonNullable<ParticipantsSearch[Name]> extends string[] ? Name : never;
}[Exclude<keyof ParticipantsSearch, 'answer' | 'columns'>];

const unset = { applied_from: undefined, applied_to: undefined };
const noAge = { age_from: undefined, age_to: undefined, age_on: undefined };

/** The filters of a list of participants, in the order in which they are offered. */
export function useFilters({ filters, onChange, ofGroups }: UseFiltersProps): Filters {
  const { t, locale } = useI18n();
  const api = useApi();
  const [isOffered, setOffered] = useState(false);
  const isAsked = (name: Listed) => ofGroups && (isOffered || filters[name] !== undefined);
  const mayReadLeaders = useMay('leaders.read');
  const groups = useQuery({ ...allGroupsQuery(api, locale), enabled: ofGroups });
  const categories = useQuery({ ...referenceQueries.categories(api), enabled: isAsked('category_id') });
  const locations = useQuery({ ...referenceQueries.locations(api), enabled: isAsked('location_id') });
  const leaders = useQuery({
    ...referenceQueries.leaders(api),
    enabled: isAsked('leader_id') && mayReadLeaders,
  });
  const answers = useAnswerFilters({ filters, onChange, isOffered });
  const chosenNames = useChosenNames();

  const listed = (id: Listed, label: string, options: FilterOption[], source: Source = there): BarFilter => {
    const value: readonly string[] = filters[id] ?? [];
    return {
      id,
      label,
      chosen: chosenNames(value, options, source),
      onClear: () => onChange({ [id]: undefined } as FilterChange),
      content: (
        <LaterOptions
          label={label}
          options={options}
          value={value}
          onChange={(next) =>
            onChange((now) => ({ [id]: filled(withChange(now[id] ?? [], value, next)) }) as FilterChange)
          }
          multiple
        />
      ),
    };
  };
  const usual = (filter: BarFilter): BarFilter => ({ ...filter, usual: true });
  const words = <Word extends string>(list: readonly Word[], word: (one: Word) => string): FilterOption[] =>
    list.map((value) => ({ value, label: word(value) }));
  const named = (rows: readonly { id: string; name: Parameters<typeof bestText>[0] }[]): FilterOption[] =>
    rows.map(({ id, name }) => ({ value: id, label: bestText(name, locale).text }));
  const day = (value: string | undefined) => (value ? formatDay(value, locale) : '');
  const { applied_from, applied_to } = filters;
  const applied = t('modules.participant.filters.applied');
  const age = t('modules.participant.filters.age');
  return {
    onOffer: () => setOffered(true),
    filters: [
      usual(
        listed(
          'status',
          t('modules.participant.list.filter_status'),
          words(shownStatuses, (one) => t(`modules.participant.status.${one}`)),
        ),
      ),
      ...(ofGroups
        ? [
            usual(
              listed(
                'group_id',
                t('modules.participant.list.filter_group'),
                named(groups.data ?? []),
                groups,
              ),
            ),
            usual(
              listed(
                'payment',
                t('modules.participant.list.filter_payment'),
                words(paymentStands, (one) => t(`modules.participant.list.payments.${one}`)),
              ),
            ),
          ]
        : []),
      listed(
        'look',
        t('modules.participant.filters.look'),
        words(concerns, (one) => t(`modules.participant.filters.looks.${one}`)),
      ),
      listed(
        'offer',
        t('modules.participant.filters.offer'),
        words(offerStands, (one) => t(`modules.participant.filters.offers.${one}`)),
      ),
      ...(ofGroups
        ? [
            listed(
              'category_id',
              t('modules.participant.filters.category'),
              named(categories.data?.results ?? []),
              categories,
            ),
            listed(
              'location_id',
              t('modules.participant.filters.location'),
              (locations.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
              locations,
            ),
            ...(mayReadLeaders
              ? [
                  listed(
                    'leader_id',
                    t('modules.participant.filters.leader'),
                    (leaders.data?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
                    leaders,
                  ),
                ]
              : []),
            listed(
              'period',
              t('modules.participant.filters.period'),
              words(periods, (one) => t(`modules.participant.filters.periods.${one}`)),
            ),
          ]
        : []),
      {
        id: 'applied',
        label: applied,
        chosen: applied_from || applied_to ? [[day(applied_from), day(applied_to)].join(' – ').trim()] : [],
        onClear: () => onChange(unset),
        content: <DaysFilter filters={filters} onChange={onChange} />,
      },
      {
        id: 'age',
        label: age,
        chosen: ageText(filters, { t, locale }),
        onClear: () => onChange(noAge),
        content: <AgeFilter filters={filters} onChange={onChange} />,
      },
      listed(
        'language',
        t('modules.participant.filters.language'),
        words(languages, (one) => t(`modules.participant.filters.languages.${one}`)),
      ),
      listed(
        'source',
        t('modules.participant.filters.source'),
        words(sources, (one) => t(`modules.participant.filters.sources.${one}`)),
      ),
      ...answers,
    ],
  };
}
