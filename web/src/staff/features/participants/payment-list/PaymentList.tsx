import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { onDemand } from '../../../../ui/dialog/on-demand.tsx';
import { FilterBar } from '../../../../ui/filters/FilterBar.tsx';
import { ListToolbar } from '../../../../ui/filters/ListToolbar.tsx';
import { SearchField } from '../../../../ui/filters/SearchField.tsx';
import { PagedTable } from '../../../../ui/table/PagedTable.tsx';
import { DecisionsProvider } from '../Decisions.tsx';
import { DialogsProvider } from '../Dialogs.tsx';
import list from '../list/list.module.css';
import { ListPlace, OtherList, useOpenParticipant } from '../list/list-place.ts';
import { useFocusAfterClose } from '../list/use-focus-after-close.ts';
import { useNeighbours } from '../panel/use-neighbours.ts';
import { usePaymentChoosing } from '../payment-acts/use-payment-choosing.tsx';
import { PaymentActs } from './Acts.tsx';
import { isFiltered, type PaymentsSearch, parsePaymentsSearch } from './address.ts';
import { CreatePayments } from './CreatePayments.tsx';
import { ExportPayments } from './ExportPayments.tsx';
import { MonthStrip } from './MonthStrip.tsx';
import { besideList } from './PaymentCells.tsx';
import classes from './payment-list.module.css';
import { paymentListQuery } from './queries.ts';
import { RecentWork } from './RecentWork.tsx';
import { usePaymentColumns } from './use-columns.tsx';
import { type ChangePayments, usePaymentFilters } from './use-payment-filters.tsx';

const ParticipantFrame = onDemand(
  async () => (await import('../panel/ParticipantFrame.tsx')).ParticipantFrame,
);

type PaymentListProps = {
  search: PaymentsSearch;
  onChange: ChangePayments;
  /** Takes every filter away. */
  onClear: () => void;
  /** The group whose payments they are; null for all. */
  groupId: string | null;
  /** Shown when there are no payments at all. */
  empty: ReactNode;
  /** Saved views; gets the columns that are shown. */
  views?: (columns: string[]) => ReactNode;
};

/** A list of payments with their sums, and the participant of one of them beside it. */
export function PaymentList(props: PaymentListProps) {
  const { groupId, search } = props;
  return (
    <ListPlace value={groupId}>
      <OtherList value={besideList}>
        <DecisionsProvider openId={search.participant}>
          <WithDialogs {...props} />
        </DecisionsProvider>
      </OtherList>
    </ListPlace>
  );
}

function WithDialogs(props: PaymentListProps) {
  const open = useOpenParticipant();
  return (
    <DialogsProvider onDeleted={(id) => id === props.search.participant && open(null)}>
      <PaymentActs>
        <ListWithDetail {...props} />
      </PaymentActs>
    </DialogsProvider>
  );
}

function ListWithDetail({ search, onChange, onClear, groupId, empty, views }: PaymentListProps) {
  const { t } = useI18n();
  const open = useOpenParticipant();
  const { columns, picker, ids } = usePaymentColumns(search, groupId, (choose) =>
    onChange(({ columns: now }) => ({ columns: now && choose(now) })),
  );
  const filters = usePaymentFilters(search, onChange, groupId);
  const payments = useInfiniteQuery({
    ...paymentListQuery(useApi(), search, groupId),
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => payments.data?.pages.flatMap(({ results }) => results) ?? [], [payments.data]);
  const { participant } = search;
  const row = useOpenRow(rows, participant);
  useFocusAfterLeaving(rows);
  const people = useMemo(() => [...new Set(rows.map(({ participant_id }) => participant_id))], [rows]);
  const { position, isBeyond: _, ...ways } = useNeighbours(people, participant);
  // the arrows go on where the loaded rows end
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = payments;
  const isLast = participant !== undefined && participant === people.at(-1);
  useEffect(() => {
    if (isLast && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isLast, hasNextPage, isFetchingNextPage, fetchNextPage]);
  // the place is the row's: nobody knows how many people the payments are of before all are loaded
  const count = Math.max(payments.data?.pages[0]?.total ?? 0, rows.length);
  useFocusAfterClose(participant !== undefined, row?.id);
  const { bar, jobs, ...choosing } = usePaymentChoosing(payments.data?.pages, search, groupId);
  const sort = search.sort ?? 'expiration_date';
  const by = sort.replace('-', '') as keyof typeof captions;
  const descending = sort.startsWith('-');
  return (
    <div className={`${list.split} ${classes.page}`} data-open={participant !== undefined || undefined}>
      <div>
        {jobs}
        <MonthStrip
          search={search}
          groupId={groupId}
          onMonth={(due_month) => onChange({ due_month, due_from: undefined, due_to: undefined })}
        />
        <PagedTable
          list={payments}
          caption={t(captions[by][descending ? 1 : 0])}
          columns={columns}
          isDimmed={({ status }) => status === 'cancelled'}
          openId={row?.id}
          {...choosing}
          sort={{ by, descending }}
          onSort={(next) =>
            onChange({ sort: parsePaymentsSearch({ sort: `${next.descending ? '-' : ''}${next.by}` }).sort })
          }
          toolbar={
            <ListToolbar
              search={
                <SearchField
                  label={t('modules.payment_list.search')}
                  value={search.search ?? ''}
                  onChange={(next) => onChange({ search: next || undefined })}
                />
              }
              filters={
                <>
                  {views?.(ids)}
                  <FilterBar filters={filters} onOffer={() => {}} onClearAll={onClear} />
                </>
              }
              end={
                <>
                  {groupId !== null && <CreatePayments groupId={groupId} />}
                  <ExportPayments search={search} groupId={groupId} count={payments.data?.pages[0]?.total} />
                  <RecentWork />
                  {picker}
                </>
              }
            />
          }
          narrowed={
            isFiltered(search)
              ? { search: search.search, title: t('modules.payment_list.no_results_title'), onClear }
              : undefined
          }
          empty={empty}
        />
        {bar}
      </div>
      {participant !== undefined && (
        <ParticipantFrame
          id={participant}
          name={row?.participant_name}
          {...ways}
          place={position === undefined || !row ? undefined : { position: rows.indexOf(row) + 1, count }}
          onGo={open}
          onClose={() => open(null)}
        />
      )}
    </div>
  );
}

type Row = { id: string; participant_id: string; participant_name: string };

/** The row of the open participant: of several payments the one that was pressed. */
function useOpenRow<One extends Row>(rows: readonly One[], participant: string | undefined): One | undefined {
  const pressed = useRef<string>(undefined);
  useEffect(() => {
    const remember = ({ target }: Event) => {
      const link = target instanceof Element && target.closest('tr')?.querySelector('[data-open-row]');
      if (link) pressed.current = link.getAttribute('data-open-row') ?? undefined;
    };
    // before the address changes
    document.addEventListener('click', remember, true);
    return () => document.removeEventListener('click', remember, true);
  }, []);
  const theirs = rows.filter(({ participant_id }) => participant_id === participant);
  return theirs.find(({ id }) => id === pressed.current) ?? theirs[0];
}

/** Gives the focus that was lost with a settled payment, which left the list, to the menu of the row in its place. */
function useFocusAfterLeaving(rows: readonly Row[]): void {
  const before = useRef(rows);
  useEffect(() => {
    const ids = new Set(rows.map(({ id }) => id));
    const gone = before.current.flatMap(({ id }, at) => (ids.has(id) ? [] : [at]));
    before.current = rows;
    const [at] = gone;
    if (at === undefined || gone.length > 1 || document.activeElement !== document.body) return;
    const row = document.querySelector(`[data-open-row="${rows[Math.min(at, rows.length - 1)]?.id}"]`);
    [...(row?.closest('tr')?.querySelectorAll('button') ?? [])].at(-1)?.focus({ preventScroll: true });
  }, [rows]);
}

const captions = {
  expiration_date: [
    'modules.payment_list.caption.expiration_date',
    'modules.payment_list.caption.expiration_date_down',
  ],
  amount: ['modules.payment_list.caption.amount', 'modules.payment_list.caption.amount_down'],
  name: ['modules.payment_list.caption.name', 'modules.payment_list.caption.name_down'],
  payment_date: [
    'modules.payment_list.caption.payment_date',
    'modules.payment_list.caption.payment_date_down',
  ],
  created_at: ['modules.payment_list.caption.created_at', 'modules.payment_list.caption.created_at_down'],
} as const;
