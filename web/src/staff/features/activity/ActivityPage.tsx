import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api.ts';
import { pagesQuery } from '../../../lib/pages-query.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { EmptyState } from '../../../ui/notice/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PagedTable } from '../../../ui/table/PagedTable.tsx';
import { useAddress } from '../../routing/use-address.ts';
import { ActivityToolbar } from './ActivityToolbar.tsx';
import { parseActivitySearch } from './address.ts';
import { ExportButton } from './ExportButton.tsx';
import { useActivityColumns } from './use-activity-columns.tsx';

/** Log of changes to accounts and access in the organisation, the latest first. */
export function ActivityPage() {
  const { t } = useI18n();
  const api = useApi();
  const { address: filters, go, set } = useAddress(parseActivitySearch);
  const list = useInfiniteQuery({
    ...pagesQuery(api.activity.list, filters),
    placeholderData: keepPreviousData,
  });
  const columns = useActivityColumns();
  const isNarrowed = Object.keys(filters).length > 0;
  return (
    <>
      <PageHeader
        title={t('layout.titles.activity')}
        fact={t('modules.activity.fact')}
        back={{ to: '/users', label: t('layout.titles.users') }}
        actions={<ExportButton filters={filters} />}
      />
      <PagedTable
        list={list}
        caption={t('layout.titles.activity')}
        columns={columns}
        toolbar={<ActivityToolbar filters={filters} onChange={go} />}
        narrowed={
          isNarrowed
            ? { search: undefined, title: t('modules.activity.no_results'), onClear: () => set({}) }
            : undefined
        }
        empty={
          <EmptyState title={t('modules.activity.empty_title')}>
            {t('modules.activity.empty_text')}
          </EmptyState>
        }
      />
    </>
  );
}
