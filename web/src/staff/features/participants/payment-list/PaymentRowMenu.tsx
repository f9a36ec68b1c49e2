import { Menu } from '@mantine/core';
import { IconBan, IconCheck, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ListedPayment } from '@vpisnik/contract/payments';
import { paymentMoves } from '@vpisnik/contract/rules/payments';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { RowMenu } from '../../../../ui/table/RowMenu.tsx';
import { usePaymentActs } from './Acts.tsx';
import { besideList } from './PaymentCells.tsx';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The "…" of a payment: what its state allows, and whose it is. */
export function PaymentRowMenu({ payment }: { payment: ListedPayment }) {
  const { t } = useI18n();
  const open = usePaymentActs();
  const moves = paymentMoves[payment.status];
  return (
    <RowMenu name={payment.participant_name}>
      {moves.includes('completed') && (
        <Menu.Item leftSection={<IconCheck {...icon} />} onClick={() => open({ kind: 'pay', payment })}>
          {t('modules.payment_list.pay')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconUser {...icon} />}
        renderRoot={(props) => <Link {...besideList(payment.participant_id)} {...props} />}
      >
        {t('modules.payment_list.open')}
      </Menu.Item>
      {moves.includes('cancelled') && (
        <>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconBan {...icon} />}
            color="error"
            onClick={() => open({ kind: 'cancel', payment })}
          >
            {t('modules.payment_list.cancel')}
          </Menu.Item>
        </>
      )}
    </RowMenu>
  );
}
