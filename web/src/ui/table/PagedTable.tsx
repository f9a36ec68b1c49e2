import { Button } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../lib/form/error-text.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import { EmptyState } from '../notice/EmptyState.tsx';
import { QueryFailed } from '../notice/QueryFailed.tsx';
import { type Column, DataTable, type Selection, type Sort } from './DataTable.tsx';
import { MoreButton } from './MoreButton.tsx';

type Page<Row> = { results: Row[]; last_id: string | null; total?: number | undefined };

type PagedTableProps<Row> = {
  list: UseInfiniteQueryResult<InfiniteData<Page<Row>>>;
  /** Why the list can't be asked for at all; what it showed before is no answer. */
  failed?: { error: Error; refetch: () => unknown } | undefined;
  caption: string;
  columns: readonly Column<Row>[];
  isDimmed?: (row: Row) => boolean;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  openId?: string | undefined;
  selection?: Selection | undefined;
  /** On top of the table's card. */
  note?: ReactNode;
  /** Search and filters; not shown while there is nothing to search in. */
  toolbar?: ReactNode;
  /** Active search or filter; absent without any. `text` replaces the one about filters. */
  narrowed?:
    | { search: string | undefined; title: string; text?: string; onClear: () => void; help?: ReactNode }
    | undefined;
  /** Said when there is nothing at all. */
  empty: ReactNode;
};

/** A list that loads page by page, with states instead of rows: failed, nothing yet, nothing found. */
export function PagedTable<Row extends { id: string | number }>(props: PagedTableProps<Row>) {
  const { list, caption, columns, isDimmed, sort, onSort, openId, toolbar, narrowed, empty } = props;
  const { selection, note } = props;
  const { t } = useI18n();
  const rows = list.data?.pages.flatMap((page) => page.results);
  const failed = props.failed ?? (list.isError && !rows ? list : undefined);
  if (failed) {
    return (
      <>
        {/* kept, so that its search field keeps the typed text */}
        {toolbar}
        <QueryFailed error={failed.error} onRetry={failed.refetch} />
      </>
    );
  }
  if (rows?.length === 0 && !narrowed) return empty;
  return (
    <>
      {toolbar}
      {rows?.length === 0 && narrowed ? (
        <EmptyState
          kind="no-results"
          title={narrowed.title}
          actions={<Button onClick={narrowed.onClear}>{t('ui.list.clear_filters')}</Button>}
        >
          {narrowed.search
            ? t('ui.list.no_results_text', { search: narrowed.search })
            : (narrowed.text ?? t('ui.list.no_results_filters'))}
          {narrowed.help}
        </EmptyState>
      ) : (
        <DataTable
          caption={caption}
          columns={columns}
          rows={rows}
          idOf={(row) => String(row.id)}
          {...(isDimmed && { isDimmed })}
          sort={sort}
          {...(onSort && { onSort })}
          openId={openId}
          selection={selection}
          note={note}
          busy={list.isPlaceholderData}
          foot={
            rows && (
              <>
                <span role="status">
                  {t('ui.list.shown', {
                    shown: rows.length,
                    count: list.data?.pages.at(-1)?.total ?? rows.length,
                  })}
                </span>
                {list.isFetchNextPageError && (
                  <span role="alert">{errorText(list.error, t, 'errors.general.query')}</span>
                )}
                <MoreButton list={list} />
              </>
            )
          }
        />
      )}
    </>
  );
}
