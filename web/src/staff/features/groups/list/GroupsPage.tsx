import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { GroupSummary } from '@vpisnik/contract/groups';
import { useMemo } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { type ColumnOf, useColumnChoice } from '../../../../ui/columns/use-chosen-columns.tsx';
import { EmptyState } from '../../../../ui/notice/EmptyState.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import type { Column } from '../../../../ui/table/DataTable.tsx';
import { PagedTable } from '../../../../ui/table/PagedTable.tsx';
import { Permission, useMay } from '../../../permission/Permission.tsx';
import { useAddress } from '../../../routing/use-address.ts';
import { ImportLink } from '../../imports/ImportLink.tsx';
import { type GroupsSearch, isFiltered, parseGroupsSearch } from '../address.ts';
import { groupCountsQuery, groupListQuery } from '../queries.ts';
import { CopySeasonButton } from './CopySeasonButton.tsx';
import { DatesCell, NameCell, PendingCell, PlaceCell, PlacesCell, ScheduleCell } from './GroupCells.tsx';
import { EnrolmentMenu, GroupRowMenu } from './GroupRowMenu.tsx';
import { GroupsToolbar } from './GroupsToolbar.tsx';

/** The list of groups. */
export function GroupsPage() {
  const { t, locale } = useI18n();
  const api = useApi();
  const { address: filters, go, set } = useAddress(parseGroupsSearch);
  const list = useInfiniteQuery({
    ...groupListQuery(api, filters, locale),
    placeholderData: keepPreviousData,
  });
  const counts = useQuery(groupCountsQuery(api)).data;
  // the empty state has the same buttons
  const isEmpty = counts?.all === 0 && !isFiltered(filters) && list.data?.pages[0]?.results.length === 0;
  const { columns, picker } = useColumnChoice('groups', useColumns());

  const fact = counts && counts.all + counts.archived > 0 && (
    <>
      {t('modules.group.list.fact_groups', { count: counts.all })},{' '}
      {t('modules.group.list.fact_published', { count: counts.published })}
      {counts.past > 0 && (
        <>
          {' · '}
          <Link to="/groups" search={{ period: ['past'] }}>
            {t('modules.group.list.fact_past', { count: counts.past })}
          </Link>
        </>
      )}
      {counts.archived > 0 && !filters.archived && (
        <>
          {' · '}
          <Link to="/groups" search={{ archived: true }}>
            {t('modules.group.list.fact_archived', { count: counts.archived })}
          </Link>
        </>
      )}
    </>
  );
  return (
    <>
      <PageHeader
        title={t('modules.group.groups')}
        fact={fact}
        actions={
          !isEmpty && (
            <>
              <ImportLink kind="groups" />
              <CopySeasonButton />
              <NewGroup />
            </>
          )
        }
      />
      <PagedTable
        list={list}
        caption={t('modules.group.list.caption')}
        columns={columns}
        isDimmed={(group) => !group.active}
        sort={sortOf(filters)}
        onSort={({ by, descending }) => go({ sort: sortTo(by, descending) })}
        toolbar={<GroupsToolbar filters={filters} onChange={go} end={picker} />}
        narrowed={
          isFiltered(filters) || (counts?.all ?? 0) > 0
            ? {
                search: filters.search,
                title: t('modules.group.list.no_results_title'),
                onClear: () =>
                  set({
                    ...(filters.sort && { sort: filters.sort }),
                    // nothing to take away: what is left out are the groups that are over
                    ...(!isFiltered(filters) && { every_period: true }),
                  }),
              }
            : undefined
        }
        empty={<NoGroups />}
      />
    </>
  );
}

function sortOf(filters: GroupsSearch) {
  const sort = filters.sort ?? 'name';
  return { by: sort.replace('-', ''), descending: sort.startsWith('-') };
}

function sortTo(by: string, descending: boolean): GroupsSearch['sort'] {
  if (by === 'start_date') return descending ? '-start_date' : 'start_date';
  return descending ? '-name' : undefined;
}

const cells = {
  name: (group: GroupSummary) => <NameCell group={group} />,
  schedule: (group: GroupSummary) => <ScheduleCell group={group} />,
  dates: (group: GroupSummary) => <DatesCell group={group} />,
  place: (group: GroupSummary) => <PlaceCell group={group} />,
  places: (group: GroupSummary) => <PlacesCell group={group} />,
  enrolment: (group: GroupSummary) => <EnrolmentMenu group={group} />,
  pending: (group: GroupSummary) => <PendingCell group={group} />,
  actions: (group: GroupSummary) => <GroupRowMenu group={group} />,
};

function useColumns(): Column<GroupSummary, ColumnOf<'groups'>>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('modules.group.list.column_name'),
        cell: cells.name,
        sortable: true,
        width: '20%',
        phone: 'name',
      },
      { id: 'schedule', header: t('modules.group.list.column_schedule'), cell: cells.schedule },
      {
        id: 'start_date',
        header: t('modules.group.list.column_dates'),
        cell: cells.dates,
        sortable: true,
        optional: true,
      },
      {
        id: 'place',
        header: t('modules.group.list.column_place'),
        cell: cells.place,
        from: 'lg',
        phone: 'none',
      },
      { id: 'places', header: t('modules.group.list.column_places'), cell: cells.places },
      {
        id: 'enrolment',
        header: t('modules.group.list.column_enrolment'),
        cell: cells.enrolment,
        phone: 'corner',
      },
      {
        id: 'pending',
        header: t('modules.group.list.column_pending'),
        cell: cells.pending,
        phone: 'end',
      },
      {
        id: 'actions',
        header: t('modules.group.actions.more'),
        cell: cells.actions,
        quiet: true,
        width: '1%',
        phone: 'menu',
      },
    ],
    [t],
  );
}

function NewGroup() {
  const { t } = useI18n();
  return (
    <Permission role="GROUP_ADMIN" action="hide">
      <Button
        variant="filled"
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
        renderRoot={(props) => <Link to="/groups/$group_id" params={{ group_id: 'new' }} {...props} />}
      >
        {t('modules.group.list.create')}
      </Button>
    </Permission>
  );
}

function NoGroups() {
  const { t } = useI18n();
  const mayManage = useMay('groups.manage');
  return (
    <EmptyState
      title={t('modules.group.list.empty_title')}
      actions={
        <>
          <NewGroup />
          <ImportLink kind="groups" />
        </>
      }
    >
      {t(mayManage ? 'modules.group.list.empty_text' : 'modules.group.list.empty_text_viewer')}
    </EmptyState>
  );
}
