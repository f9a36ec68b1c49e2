import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { use } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import type { BarFilter } from '../../../../ui/filters/FilterBar.tsx';
import { filtersOf, type ParticipantFilters, type ParticipantsSearch } from '../address.ts';
import type { FilterChange } from '../filters/use-filters.tsx';
import { matchingCountQuery } from '../queries.ts';
import classes from './list.module.css';
import { ListPlace } from './list-place.ts';

type DropFilterProps = {
  search: ParticipantsSearch;
  filters: readonly BarFilter[];
  onChange: (change: FilterChange) => void;
};

/** Filters at most that are tried one by one. */
const TRIED = 6;

/** Says of a list without rows which single filter would have to go, and how many there would be then. */
export function DropFilter({ search, filters, onChange }: DropFilterProps) {
  const { t } = useI18n();
  const api = useApi();
  const groupId = use(ListPlace);
  const set = filters.filter(({ chosen }) => chosen.length > 0);
  const drops = [
    ...(search.search ? [{ id: 'search', label: t('modules.participant.filters.search') }] : []),
    ...set,
  ]
    .slice(0, TRIED)
    .map(({ id, label }) => ({ id, label, change: changeOf(id, search) }));
  const counts = useQueries({
    queries: drops.map(({ change }) => ({
      ...matchingCountQuery(api, without(search, change), groupId),
      enabled: drops.length > 1,
    })),
  });
  const helpful = drops.flatMap((drop, at) => {
    const count = counts[at]?.data ?? 0;
    return count > 0 ? [{ ...drop, count }] : [];
  });
  if (helpful.length === 0) return null;
  return (
    <span className={classes.drops}>
      {helpful.map(({ id, label, change, count }) => (
        <Button key={id} onClick={() => onChange(change)}>
          {t('modules.participant.filters.drop', { label, count })}
        </Button>
      ))}
    </span>
  );
}

/** What takes one filter of the bar away. */
function changeOf(id: string, { answer = [] }: ParticipantsSearch): FilterChange {
  if (id === 'applied') return { applied_from: undefined, applied_to: undefined };
  if (id === 'age') return { age_from: undefined, age_to: undefined, age_on: undefined };
  if (!id.startsWith('answer-')) return { [id]: undefined };
  const others = answer.filter((one) => !one.startsWith(`${id.slice('answer-'.length)}:`));
  return { answer: others.length > 0 ? others : undefined };
}

const without = (search: ParticipantsSearch, change: FilterChange): ParticipantFilters =>
  Object.fromEntries(
    Object.entries({ ...filtersOf(search), ...change }).filter(([, value]) => value !== undefined),
  );
