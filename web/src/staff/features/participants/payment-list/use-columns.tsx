import type { ChosenColumn } from '@vpisnik/contract/list-columns';
import type { ListedPayment } from '@vpisnik/contract/payments';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { useSessionStore } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ColumnPicker } from '../../../../ui/table/ColumnPicker.tsx';
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

type Chosen = {
  columns: Column<Row>[];
  picker: ReactNode;
  /** Ids of the chosen columns, as a view keeps them. */
  ids: string[];
};

const always: readonly ColumnId[] = ['name', 'amount', 'actions'];
const isOwn = (id: ColumnId): id is Own => !always.includes(id);

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
): Chosen {
  const { t } = useI18n();
  const { listColumns } = useSessionStore();
  const account = useSyncExternalStore(listColumns.subscribe, listColumns.get).payments;
  const offered = useMemo(() => {
    const other = groupId === null ? 'purpose' : 'group';
    return allColumns(t).filter(({ id }) => id !== other);
  }, [t, groupId]);
  const isShown = (id: Own) =>
    viewed ? viewed.includes(id) : (account?.[id] ?? usualPaymentColumns.includes(id));
  const own = offered.flatMap(({ id, header }) => (isOwn(id) ? [{ id, header }] : []));
  const ids = own.flatMap(({ id }) => (isShown(id) ? [id] : []));
  const key = ids.join();
  const columns = useMemo(
    () => offered.filter(({ id }) => !isOwn(id) || key.split(',').includes(id)),
    [offered, key],
  );
  const picker = (
    <ColumnPicker
      columns={own}
      shown={new Set<string>(ids)}
      onChange={(id, shown) => {
        if (viewed) onViewColumns((now) => [...now.filter((one) => one !== id), ...(shown ? [id] : [])]);
        else listColumns.choose('payments', id, shown);
      }}
    />
  );
  return { columns, picker, ids };
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
