import { useQuery } from '@tanstack/react-query';
import { bestText } from '@vpisnik/contract/common';
import type { ReactNode } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { withChange } from '../../../../lib/list-address.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { FilterChip } from '../../../../ui/filters/FilterChip.tsx';
import { ListToolbar } from '../../../../ui/filters/ListToolbar.tsx';
import { SearchField } from '../../../../ui/filters/SearchField.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import type { GroupsSearch } from '../address.ts';
import { referenceQueries } from '../queries.ts';
import { type ChangeGroups, PeriodChip } from './PeriodChip.tsx';

type GroupsToolbarProps = {
  filters: GroupsSearch;
  /** `undefined` takes a filter away. */
  onChange: ChangeGroups;
  /** The choice of columns. */
  end?: ReactNode;
};

const flagValue = (value: boolean | undefined) => (value === undefined ? [] : [String(value)]);
const flagOf = ([value]: string[]) => (value === undefined ? undefined : value === 'true');
const listOf = (values: string[]) => (values.length > 0 ? values : undefined);

/** Search and filters of the list of groups. */
export function GroupsToolbar({ filters, onChange, end }: GroupsToolbarProps) {
  const { t, locale } = useI18n();
  const api = useApi();
  const categories = useQuery(referenceQueries.categories(api)).data?.results ?? [];
  const locations = useQuery(referenceQueries.locations(api)).data?.results ?? [];
  const mayReadLeaders = useMay('leaders.read');
  const leaders =
    useQuery({ ...referenceQueries.leadersEver(api), enabled: mayReadLeaders }).data?.results ?? [];
  // two ticks may follow each other before the page shows the first
  const choose = (name: 'category_id' | 'location_id' | 'leader_id') => (next: string[]) =>
    onChange((now) => ({ [name]: listOf(withChange(now[name] ?? [], filters[name] ?? [], next)) }));
  return (
    <ListToolbar
      end={end}
      search={
        <SearchField
          label={t('modules.group.list.search')}
          value={filters.search ?? ''}
          onChange={(search) => onChange({ search: search || undefined })}
        />
      }
      filters={
        <>
          <FilterChip
            label={t('modules.group.list.filter_active')}
            options={(['true', 'false', 'archived'] as const).map((value) => ({
              value,
              label: t(`modules.group.list.active_${value}`),
            }))}
            value={filters.archived ? ['archived'] : flagValue(filters.active)}
            onChange={(value) =>
              value[0] === 'archived'
                ? onChange({ archived: true, active: undefined })
                : onChange({ archived: undefined, active: flagOf(value) })
            }
          />
          <FilterChip
            label={t('modules.group.list.filter_category')}
            options={categories.map(({ id, name }) => ({ value: id, label: bestText(name, locale).text }))}
            value={filters.category_id ?? []}
            onChange={choose('category_id')}
            multiple
          />
          <FilterChip
            label={t('modules.group.list.filter_location')}
            options={locations.map(({ id, name }) => ({ value: id, label: name }))}
            value={filters.location_id ?? []}
            onChange={choose('location_id')}
            multiple
          />
          {mayReadLeaders && (
            <FilterChip
              label={t('modules.group.list.filter_leader')}
              options={leaders.map(({ id, name, active }) => ({
                value: id,
                label: active ? name : t('modules.group.hints.inactive', { name }),
              }))}
              value={filters.leader_id ?? []}
              onChange={choose('leader_id')}
              multiple
            />
          )}
          <FilterChip
            label={t('modules.group.list.filter_accepting')}
            options={[
              { value: 'true', label: t('modules.group.list.accepting_true') },
              { value: 'false', label: t('modules.group.list.accepting_false') },
            ]}
            value={flagValue(filters.accepting)}
            onChange={(value) => onChange({ accepting: flagOf(value) })}
          />
          <FilterChip
            label={t('modules.group.list.filter_places')}
            options={[
              { value: 'true', label: t('modules.group.list.places_true') },
              { value: 'false', label: t('modules.group.list.places_false') },
            ]}
            value={flagValue(filters.free_places)}
            onChange={(value) => onChange({ free_places: flagOf(value) })}
          />
          <PeriodChip filters={filters} onChange={onChange} />
        </>
      }
    />
  );
}
