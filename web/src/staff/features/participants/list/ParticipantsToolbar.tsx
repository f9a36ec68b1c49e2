import { useQuery } from '@tanstack/react-query';
import { bestText } from '@vpisnik/contract/common';
import { type ParticipantStatus, participantStatuses } from '@vpisnik/contract/participants';
import type { ReactNode } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { FilterChip } from '../../../../ui/table/FilterChip.tsx';
import { ListToolbar } from '../../../../ui/table/ListToolbar.tsx';
import { SearchField } from '../../../../ui/table/SearchField.tsx';
import type { ParticipantsSearch } from '../address.ts';
import { allGroupsQuery } from '../queries.ts';

/** A change of filters; `undefined` takes one away. */
export type FilterChange = {
  [Name in keyof ParticipantsSearch]?: ParticipantsSearch[Name] | undefined;
};

type ParticipantsToolbarProps = {
  filters: ParticipantsSearch;
  onChange: (change: FilterChange) => void;
  /** Whether the list spans groups, so that it can be narrowed to some. */
  ofGroups: boolean;
  /** The choice of columns. */
  end: ReactNode;
};

const listOf = <Value,>(values: Value[]) => (values.length > 0 ? values : undefined);

/** Search and filters of a list of participants. */
export function ParticipantsToolbar({ filters, onChange, ofGroups, end }: ParticipantsToolbarProps) {
  const { t } = useI18n();
  return (
    <ListToolbar
      end={end}
      search={
        <SearchField
          label={t('modules.participant.list.search')}
          value={filters.search ?? ''}
          onChange={(search) => onChange({ search: search || undefined })}
        />
      }
      filters={
        <>
          <FilterChip
            label={t('modules.participant.list.filter_status')}
            options={participantStatuses.map((status) => ({
              value: status,
              label: t(`modules.participant.status.${status}`),
            }))}
            value={filters.status ?? []}
            onChange={(value) => onChange({ status: listOf(value as ParticipantStatus[]) })}
            multiple
          />
          {ofGroups && (
            <GroupFilter
              value={filters.group_id ?? []}
              onChange={(value) => onChange({ group_id: listOf(value) })}
            />
          )}
          {ofGroups && (
            <FilterChip
              label={t('modules.participant.list.filter_payment')}
              options={[{ value: 'true', label: t('modules.participant.list.payment_overdue') }]}
              value={filters.overdue ? ['true'] : []}
              onChange={([value]) => onChange({ overdue: value === 'true' ? value : undefined })}
            />
          )}
        </>
      }
    />
  );
}

function GroupFilter({ value, onChange }: { value: string[]; onChange: (value: string[]) => void }) {
  const { t, locale } = useI18n();
  const groups = useQuery(allGroupsQuery(useApi())).data ?? [];
  return (
    <FilterChip
      label={t('modules.participant.list.filter_group')}
      options={groups.map(({ id, name }) => ({ value: id, label: bestText(name, locale).text }))}
      value={value}
      onChange={onChange}
      multiple
    />
  );
}
