import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { organizationStates } from '@vpisnik/contract/organizations';
import { useApi } from '../../../lib/api.ts';
import { pagesQuery } from '../../../lib/pages-query.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { FilterChip } from '../../../ui/filters/FilterChip.tsx';
import { ListToolbar } from '../../../ui/filters/ListToolbar.tsx';
import { SearchField } from '../../../ui/filters/SearchField.tsx';
import { EmptyState } from '../../../ui/notice/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PagedTable } from '../../../ui/table/PagedTable.tsx';
import { useOrganizationsAddress } from './address.ts';
import { NewOrganization } from './NewOrganization.tsx';
import { PlatformTabs } from './PlatformTabs.tsx';
import { useOrganizationColumns } from './use-organization-columns.tsx';

/** All organisations, for a platform ADMIN: adds, shuts and deletes them, and chooses the one to act for. */
export function OrganizationsPage() {
  const { t } = useI18n();
  const api = useApi();
  const { address, go } = useOrganizationsAddress();
  const { search, state, edit } = address;
  const list = useInfiniteQuery({
    ...pagesQuery(api.organizations.list, { ...(search && { search }), ...(state && { state }) }),
    placeholderData: keepPreviousData,
  });
  const columns = useOrganizationColumns();
  const isNarrowed = search !== undefined || state !== undefined;
  const total = isNarrowed ? undefined : list.data?.pages[0]?.total;
  const add = (
    <Button
      variant="filled"
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      onClick={() => go({ edit: 'new' }, { replace: false })}
    >
      {t('modules.organization.list.add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('layout.titles.organizations')}
        fact={total === undefined ? undefined : t('modules.organization.list.fact', { count: total })}
        actions={total !== 0 && add}
      />
      <PlatformTabs active="organizations" />
      <PagedTable
        list={list}
        caption={t('layout.titles.organizations')}
        columns={columns}
        isDimmed={(organization) => !organization.active}
        toolbar={
          <ListToolbar
            search={
              <SearchField
                label={t('modules.organization.list.search')}
                value={search ?? ''}
                onChange={(text) => go({ search: text || undefined })}
              />
            }
            filters={
              <FilterChip
                label={t('modules.organization.list.column_state')}
                options={organizationStates.map((one) => ({
                  value: one,
                  label: t(`modules.organization.${one}`),
                }))}
                value={state ? [state] : []}
                onChange={([value]) => go({ state: organizationStates.find((one) => one === value) })}
              />
            }
          />
        }
        narrowed={
          isNarrowed
            ? {
                search,
                title: t('modules.organization.list.no_results'),
                onClear: () => go({ search: undefined, state: undefined }),
              }
            : undefined
        }
        empty={
          <EmptyState title={t('modules.organization.list.empty_title')} actions={add}>
            {t('modules.organization.list.empty_text')}
          </EmptyState>
        }
      />
      {edit && <NewOrganization />}
    </>
  );
}
