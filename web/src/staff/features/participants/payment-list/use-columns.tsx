import type { ListedPayment } from '@vpisnik/contract/payments';
import { useMemo } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import type { Column } from '../../../../ui/table/DataTable.tsx';
import {
  AmountCell,
  DueCell,
  GroupCell,
  MethodCell,
  PayerCell,
  PurposeCell,
  ReferenceCell,
  StateCell,
} from './PaymentCells.tsx';
import { PaymentRowMenu } from './PaymentRowMenu.tsx';

type Row = ListedPayment;

const cells = {
  name: (payment: Row) => <PayerCell payment={payment} />,
  group: (payment: Row) => <GroupCell payment={payment} />,
  purpose: (payment: Row) => <PurposeCell payment={payment} />,
  amount: (payment: Row) => <AmountCell payment={payment} />,
  due: (payment: Row) => <DueCell payment={payment} />,
  state: (payment: Row) => <StateCell payment={payment} />,
  method: (payment: Row) => <MethodCell payment={payment} />,
  reference: (payment: Row) => <ReferenceCell payment={payment} />,
  actions: (payment: Row) => <PaymentRowMenu payment={payment} />,
};

/** The columns of a list of payments; ids of those that it is sorted by are the call's. */
export function usePaymentColumns(groupId: string | null): Column<Row>[] {
  const { t } = useI18n();
  return useMemo(() => {
    const of = groupId === null ? 'group' : 'purpose';
    return [
      {
        id: 'name',
        header: t('modules.payment_list.columns.name'),
        cell: cells.name,
        sortable: true,
        width: '26%',
        phone: 'name',
      },
      {
        id: of,
        header: t(`modules.payment_list.columns.${of}`),
        cell: cells[of],
        width: '22%',
        phone: 'line',
      },
      {
        id: 'amount',
        header: t('modules.payment_list.columns.amount'),
        cell: cells.amount,
        sortable: true,
        align: 'end',
        phone: 'corner',
      },
      {
        id: 'state',
        header: t('modules.payment_list.columns.state'),
        cell: cells.state,
        phone: 'line',
      },
      {
        id: 'expiration_date',
        header: t('modules.payment_list.columns.due'),
        cell: cells.due,
        sortable: true,
        phone: 'end',
      },
      {
        id: 'method',
        header: t('modules.payment_list.columns.method'),
        cell: cells.method,
        from: 'lg',
        phone: 'none',
      },
      {
        id: 'reference',
        header: t('modules.payment_list.columns.reference'),
        cell: cells.reference,
        from: 'lg',
        phone: 'none',
      },
      {
        id: 'actions',
        header: t('modules.payment_list.columns.actions'),
        cell: cells.actions,
        quiet: true,
        width: '1%',
        phone: 'menu',
      },
    ];
  }, [t, groupId]);
}
