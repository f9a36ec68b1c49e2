import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { FilterChip } from '../../../ui/filters/FilterChip.tsx';
import { ListToolbar } from '../../../ui/filters/ListToolbar.tsx';
import { SearchField } from '../../../ui/filters/SearchField.tsx';
import { EmptyState } from '../../../ui/notice/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import type { Column } from '../../../ui/table/DataTable.tsx';
import { PagedTable } from '../../../ui/table/PagedTable.tsx';
import { useCatalogueAddress } from './address.ts';
import { EditSheet } from './EditSheet.tsx';
import { OrderCell, OrderProvider, useOrdering } from './order.tsx';
import {
  type Catalogue,
  CatalogueProvider,
  type CatalogueRow,
  catalogueCountQuery,
  catalogueListQuery,
} from './queries.ts';

type CataloguePageProps<Row> = {
  catalogue: Catalogue<Row>;
  title: string;
  columns: readonly Column<Row>[];
  /** Beside the button that adds one. */
  more?: ReactNode;
  /** The form of a row, or of a new one. */
  form: (row: Row | null) => ReactNode;
};

const cells = { order: ({ id }: CatalogueRow) => <OrderCell id={id} /> };

/** Categories, locations or form fields: one list with search, and a sheet that the address opens. */
export function CataloguePage<Row extends CatalogueRow>(props: CataloguePageProps<Row>) {
  const { catalogue, title, columns, more, form } = props;
  const { noun, calls } = catalogue;
  const { t } = useI18n();
  const { address, go } = useCatalogueAddress();
  const { search, active, edit } = address;
  const list = useInfiniteQuery({ ...catalogueListQuery(calls, address), placeholderData: keepPreviousData });
  const count = useQuery(catalogueCountQuery(calls)).data;
  const { move, announced } = useOrdering(catalogue);
  const narrowed = search !== undefined || active !== undefined;
  const ids = list.data?.pages.flatMap((page) => page.results.map(({ id }) => id)) ?? [];
  // rows cannot be moved within a search, which hides the rows between its results
  const ordered = !narrowed && ids.length > 1;
  const shown = useMemo((): readonly Column<Row>[] => {
    const order = {
      id: 'order',
      header: t('modules.catalogue.order'),
      cell: cells.order,
      quiet: true,
      width: '1%',
    };
    return ordered ? [{ ...order, phone: 'none' }, ...columns] : columns;
  }, [ordered, columns, t]);
  const add = (
    <Button
      variant="filled"
      leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      onClick={() => go({ edit: 'new' }, { replace: false })}
    >
      {t(`modules.${noun}.list.create`)}
    </Button>
  );
  return (
    <CatalogueProvider value={catalogue as unknown as Catalogue<unknown>}>
      <PageHeader
        title={title}
        fact={count ? t(`modules.${noun}.list.fact`, { count }) : undefined}
        actions={
          count === 0 ? undefined : (
            <>
              {more}
              {add}
            </>
          )
        }
      />
      <OrderProvider value={ordered ? { ids, move } : null}>
        <PagedTable
          list={list}
          caption={title}
          columns={shown}
          isDimmed={(row) => !row.active}
          openId={edit}
          toolbar={
            <ListToolbar
              search={
                <SearchField
                  label={t(`modules.${noun}.list.search`)}
                  value={search ?? ''}
                  onChange={(text) => go({ search: text || undefined })}
                />
              }
              filters={
                <FilterChip
                  label={t('modules.catalogue.state')}
                  options={[
                    { value: 'true', label: t(`modules.${noun}.list.active`) },
                    { value: 'false', label: t(`modules.${noun}.list.inactive`) },
                  ]}
                  value={active === undefined ? [] : [String(active)]}
                  onChange={([value]) => go({ active: value === undefined ? undefined : value === 'true' })}
                />
              }
            />
          }
          narrowed={
            narrowed
              ? {
                  search,
                  title: t(`modules.${noun}.list.no_results`),
                  onClear: () => go({ search: undefined, active: undefined }),
                }
              : undefined
          }
          empty={
            <EmptyState
              title={t(`modules.${noun}.list.empty_title`)}
              actions={
                <>
                  {add}
                  {more}
                </>
              }
            >
              {t(`modules.${noun}.list.empty_text`)}
            </EmptyState>
          }
        />
      </OrderProvider>
      <span className="vh" role="status">
        {announced}
      </span>
      {edit && <EditSheet key={edit} id={edit} form={form} />}
    </CatalogueProvider>
  );
}
