import { IconCheck, IconClock, IconMinus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { UserSummary } from '@vpisnik/contract/users';
import { useMemo } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { changedSearch, type ListSearch, queryOf } from '../../../lib/list-address.ts';
import { pagesQuery } from '../../../lib/pages-query.ts';
import type { Column } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FilterChip } from '../../../ui/FilterChip.tsx';
import { ListToolbar } from '../../../ui/ListToolbar.tsx';
import { PagedTable } from '../../../ui/PagedTable.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { StatusPill } from '../../../ui/StatusPill.tsx';
import classes from './users.module.css';

const route = getRouteApi('/_app/users');

/** The staff of the organisation. */
export function UsersPage() {
  const { t } = useI18n();
  const api = useApi();
  const address = route.useSearch();
  const navigate = useNavigate({ from: '/users' });
  const list = useInfiniteQuery({
    ...pagesQuery(api.users.list, queryOf(address)),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  const { search, active } = address;
  const go = (change: { [Name in keyof ListSearch]?: ListSearch[Name] | undefined }) =>
    navigate({ search: (now) => changedSearch(now, change), replace: true, state: { keepFocus: true } });
  const isNarrowed = search !== undefined || active !== undefined;
  const total = isNarrowed ? undefined : list.data?.pages[0]?.total;
  return (
    <>
      <PageHeader
        title={t('modules.user.users')}
        fact={total === undefined ? undefined : t('modules.user.list.fact', { count: total })}
      />
      <PagedTable
        list={list}
        caption={t('modules.user.users')}
        columns={columns}
        isDimmed={(user) => !user.active}
        toolbar={
          <ListToolbar
            search={
              <SearchField
                label={t('modules.user.list.search')}
                value={search ?? ''}
                onChange={(text) => go({ search: text || undefined })}
              />
            }
            filters={
              <FilterChip
                label={t('modules.user.list.column_state')}
                options={[
                  { value: 'true', label: t('modules.user.list.active') },
                  { value: 'false', label: t('modules.user.list.inactive') },
                ]}
                value={active === undefined ? [] : [String(active)]}
                onChange={([value]) => go({ active: value === undefined ? undefined : value === 'true' })}
              />
            }
          />
        }
        narrowed={
          isNarrowed
            ? {
                search,
                title: t('modules.user.list.no_results'),
                onClear: () => go({ search: undefined, active: undefined }),
              }
            : undefined
        }
        empty={<EmptyState title={t('modules.user.list.empty_title')} />}
      />
    </>
  );
}

const cells = {
  name: (row: UserSummary) => (
    <div className={classes.name}>
      <b>{row.name}</b>
      <span>{row.email}</span>
    </div>
  ),
  role: (row: UserSummary) => <RoleCell user={row} />,
  scope: (row: UserSummary) => <ScopeCell user={row} />,
  state: (row: UserSummary) => <StateCell user={row} />,
};

type CellProps = { user: UserSummary };

function RoleCell({ user }: CellProps) {
  const { t } = useI18n();
  return t(`layout.roles.${user.role}`);
}

/** From rank 4 up nobody is limited to groups. */
function ScopeCell({ user: { role, all_groups_allowed, authorized_groups_count: count } }: CellProps) {
  const { t } = useI18n();
  const isUnlimited = all_groups_allowed || role === 'ORGANIZATION_ADMIN';
  return isUnlimited ? t('modules.user.all_groups') : t('modules.user.groups', { count });
}

function StateCell({ user: { active, confirmed } }: CellProps) {
  const { t } = useI18n();
  if (!active) {
    return (
      <StatusPill tint="inactive" icon={IconMinus}>
        {t('modules.user.inactive')}
      </StatusPill>
    );
  }
  return confirmed ? (
    <StatusPill tint="approved" icon={IconCheck}>
      {t('modules.user.active')}
    </StatusPill>
  ) : (
    <StatusPill tint="pending" icon={IconClock}>
      {t('modules.user.unconfirmed')}
    </StatusPill>
  );
}

function useColumns(): Column<UserSummary>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('modules.user.list.column_name'),
        cell: cells.name,
        width: '40%',
        phone: 'name',
      },
      { id: 'role', header: t('modules.user.list.column_role'), cell: cells.role },
      { id: 'scope', header: t('modules.user.list.column_scope'), cell: cells.scope, phone: 'end' },
      { id: 'state', header: t('modules.user.list.column_state'), cell: cells.state, phone: 'corner' },
    ],
    [t],
  );
}
