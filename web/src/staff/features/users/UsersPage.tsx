import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memberRoles } from '@vpisnik/contract/users';
import { useApi } from '../../../lib/api.ts';
import { queryOf } from '../../../lib/list-address.ts';
import { pagesQuery } from '../../../lib/pages-query.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { FilterChip } from '../../../ui/filters/FilterChip.tsx';
import { ListToolbar } from '../../../ui/filters/ListToolbar.tsx';
import { SearchField } from '../../../ui/filters/SearchField.tsx';
import { EmptyState } from '../../../ui/notice/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PagedTable } from '../../../ui/table/PagedTable.tsx';
import { useUsersAddress } from './address.ts';
import { UserSheet } from './UserSheet.tsx';
import { useUserColumns } from './use-user-columns.tsx';

/** The staff of the organisation: who they are, what they may do and see, and who is invited. */
export function UsersPage() {
  const { t } = useI18n();
  const api = useApi();
  const { address, go } = useUsersAddress();
  const { search, active, role, edit } = address;
  const list = useInfiniteQuery({
    ...pagesQuery(api.users.list, { ...queryOf(address), ...(role && { role }) }),
    placeholderData: keepPreviousData,
  });
  const columns = useUserColumns();
  const isNarrowed = search !== undefined || active !== undefined || role !== undefined;
  const total = isNarrowed ? undefined : list.data?.pages[0]?.total;
  const invite = (
    <Button
      variant="filled"
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      onClick={() => go({ edit: 'new' }, { replace: false })}
    >
      {t('modules.user.list.invite')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('layout.titles.users')}
        fact={total === undefined ? undefined : t('modules.user.list.fact', { count: total })}
        actions={
          <>
            <Button component={Link} to="/activity">
              {t('layout.titles.activity')}
            </Button>
            {total !== 0 && invite}
          </>
        }
      />
      <PagedTable
        list={list}
        caption={t('layout.titles.users')}
        columns={columns}
        isDimmed={(user) => !user.active}
        openId={edit}
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
              <>
                <FilterChip
                  label={t('modules.user.list.column_role')}
                  options={memberRoles.map((one) => ({ value: one, label: t(`layout.roles.${one}`) }))}
                  value={role ? [role] : []}
                  onChange={([value]) => go({ role: memberRoles.find((one) => one === value) })}
                />
                <FilterChip
                  label={t('modules.user.list.column_state')}
                  options={[
                    { value: 'true', label: t('modules.user.list.active') },
                    { value: 'false', label: t('modules.user.list.inactive') },
                  ]}
                  value={active === undefined ? [] : [String(active)]}
                  onChange={([value]) => go({ active: value === undefined ? undefined : value === 'true' })}
                />
              </>
            }
          />
        }
        narrowed={
          isNarrowed
            ? {
                search,
                title: t('modules.user.list.no_results'),
                onClear: () => go({ search: undefined, active: undefined, role: undefined }),
              }
            : undefined
        }
        empty={
          <EmptyState title={t('modules.user.list.empty_title')} actions={invite}>
            {t('modules.user.list.empty_text')}
          </EmptyState>
        }
      />
      {edit && <UserSheet key={edit} id={edit} />}
    </>
  );
}
