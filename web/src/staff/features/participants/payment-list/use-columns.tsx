import type { ChosenColumn } from '@vpisnik/contract/list-columns';
import type { ListedPayment } from '@vpisnik/contract/payments';
import { useMemo, useSyncExternalStore } from 'react';
import { useSessionStore } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useChosenColumns } from '../../../../ui/columns/use-chosen-columns.tsx';
import type { Column } from '../../../../ui/table/DataTable.tsx';
import { type PaymentsSearch, usualPaymentColumns } from './address.ts';
import {
  AmountCell,
  DueCell,
  GroupCell,
  InstalmentCell,
  KindCell,
  MethodCell,
  PaidCell,
  PayerCell,
  PurposeCell,
  ReceiptCell,
  ReferenceCell,
  StateCell,
} from './PaymentCells.tsx';
import { PaymentRowMenu } from './PaymentRowMenu.tsx';

type Row = ListedPayment;
type Own = ChosenColumn<'payments'>;
type ColumnId = Own | 'name' | 'amount' | 'actions';

/**
 * The columns of a list of payments: those that the address says, even none, else those of the account. Ids of those that it
 * is sorted by are the call's.
 *
 * @param onViewColumns changes the columns of the address
 */
export function usePaymentColumns(
  { columns: viewed }: PaymentsSearch,
  groupId: string | null,
  onViewColumns: (choose: (now: string[]) => string[]) => void,
): ReturnType<typeof useChosenColumns<Row>> {
  const { t } = useI18n();
  const { listColumns } = useSessionStore();
  const account = useSyncExternalStore(listColumns.subscribe, listColumns.get).payments;
  const all = useMemo(() => allColumns(t), [t]);
  const offered = useMemo(() => {
    const other = groupId === null ? 'purpose' : 'group';
    return all.filter(({ id }) => id !== other);
  }, [all, groupId]);
  return useChosenColumns({
    ...{ list: 'payments', all, offered, viewed, onViewColumns },
    isShown: (id) => account?.[id as Own] ?? usualPaymentColumns.includes(id),
    choose: (id, shown) => listColumns.choose('payments', id as Own, shown),
  });
}

const cells = {
  name: (payment: Row) => <PayerCell payment={payment} />,
  group: (payment: Row) => <GroupCell payment={payment} />,
  purpose: (payment: Row) => <PurposeCell payment={payment} />,
  instalment: (payment: Row) => <InstalmentCell payment={payment} />,
  kind: (payment: Row) => <KindCell payment={payment} />,
  amount: (payment: Row) => <AmountCell payment={payment} />,
  due: (payment: Row) => <DueCell payment={payment} />,
  state: (payment: Row) => <StateCell payment={payment} />,
  paid: (payment: Row) => <PaidCell payment={payment} />,
  method: (payment: Row) => <MethodCell payment={payment} />,
  reference: (payment: Row) => <ReferenceCell payment={payment} />,
  receipt: (payment: Row) => <ReceiptCell payment={payment} />,
  actions: (payment: Row) => <PaymentRowMenu payment={payment} />,
};

function allColumns(t: ReturnType<typeof useI18n>['t']): Column<Row, ColumnId>[] {
  const header = (id: Exclude<ColumnId, 'expiration_date'> | 'due') =>
    t(`modules.payment_list.columns.${id}`);
  return [
    { id: 'name', header: header('name'), cell: cells.name, sortable: true, width: '26%', phone: 'name' },
    { id: 'group', header: header('group'), cell: cells.group, width: '22%', phone: 'line' },
    { id: 'purpose', header: header('purpose'), cell: cells.purpose, width: '22%', phone: 'line' },
    { id: 'instalment', header: header('instalment'), cell: cells.instalment, phone: 'none' },
    { id: 'kind', header: header('kind'), cell: cells.kind, phone: 'none' },
    {
      id: 'amount',
      header: header('amount'),
      cell: cells.amount,
      sortable: true,
      always: true,
      align: 'end',
      phone: 'corner',
    },
    { id: 'state', header: header('state'), cell: cells.state, phone: 'line' },
    { id: 'expiration_date', header: header('due'), cell: cells.due, sortable: true, phone: 'end' },
    { id: 'payment_date', header: header('payment_date'), cell: cells.paid, sortable: true, phone: 'none' },
    { id: 'method', header: header('method'), cell: cells.method, from: 'lg', phone: 'none' },
    { id: 'reference', header: header('reference'), cell: cells.reference, from: 'lg', phone: 'none' },
    { id: 'invoice_number', header: header('invoice_number'), cell: cells.receipt, phone: 'none' },
    {
      id: 'actions',
      header: header('actions'),
      cell: cells.actions,
      quiet: true,
      width: '1%',
      phone: 'menu',
    },
  ];
}
