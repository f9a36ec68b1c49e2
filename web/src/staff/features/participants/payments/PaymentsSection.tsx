import { Button } from '@mantine/core';
import { IconPlus, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RemindedPayment } from '@vpisnik/contract/payments';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { PartFailed } from '../../../../ui/notice/PartFailed.tsx';
import { Pending } from '../../../../ui/notice/Pending.tsx';
import { AddPayment } from './AddPayment.tsx';
import { Balance } from './Balance.tsx';
import { ByPlanOffer } from './ByPlanOffer.tsx';
import { type Act, PaymentRow } from './PaymentRow.tsx';
import classes from './payments.module.css';
import { paymentsQuery } from './queries.ts';
import { RemindPayments } from './RemindPayments.tsx';

const heading = 'participant-payments';

/** The form that is open: of a new payment, or below one. */
type Open = { id: string | null; act: Act | null };

type PaymentsSectionProps = { participantId: string; isApproved: boolean; canBeReminded: boolean };

/** What a participant owes and has paid, and the forms for it. */
export function PaymentsSection({ participantId, isApproved, canBeReminded }: PaymentsSectionProps) {
  const { t } = useI18n();
  const payments = useQuery(paymentsQuery(useApi(), participantId));
  const currency = useSession().organization?.currency ?? 'EUR';
  const [open, setOpen] = useState<Open | null>(null);
  const section = useRef<HTMLElement>(null);
  const last = useRef<Open | null>(null);
  // a form that closes gives the focus back to what opened it
  useEffect(() => {
    const before = last.current;
    last.current = open;
    if (open || !before || !section.current) return;
    const opener = before.id ? `[data-payment="${before.id}"] button` : '[data-adds]';
    const target = section.current.querySelector<HTMLElement>(opener) ?? section.current.querySelector('h3');
    target?.focus({ preventScroll: true });
  }, [open]);
  const { data } = payments;
  return (
    <section ref={section} className={classes.section} aria-labelledby={heading} data-jump="payments">
      <h3 id={heading} tabIndex={-1}>
        {t('modules.payment.title')}
      </h3>
      {data ? (
        <>
          {data.balances.map((balance) => (
            <Balance key={balance.currency} {...balance} />
          ))}
          {canBeReminded && !open && <RemindPayments participantId={participantId} {...data} />}
          {data.results.length > 0 ? (
            <Payments rows={data.results} open={open} onOpen={setOpen} />
          ) : (
            <p className={classes.small}>{t('modules.payment.none')}</p>
          )}
          {open && open.id === null ? (
            <AddPayment participantId={participantId} currency={currency} onClose={() => setOpen(null)} />
          ) : (
            !open && (
              <Button
                data-adds
                leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
                onClick={() => setOpen({ id: null, act: null })}
              >
                {t('modules.payment.add')}
              </Button>
            )
          )}
          {isApproved && !open && <ByPlanOffer participantId={participantId} />}
          {data.results.length > 0 && !open && (
            <Link
              className={classes.account ?? ''}
              to="/participants/$participant_id/account"
              params={{ participant_id: participantId }}
            >
              <IconPrinter size={16} stroke={1.75} aria-hidden />
              {t('modules.payment_account.open')}
            </Link>
          )}
        </>
      ) : payments.isError ? (
        <PartFailed error={payments.error} onRetry={payments.refetch} />
      ) : (
        <Pending rows={2} />
      )}
    </section>
  );
}

type PaymentsProps = { rows: RemindedPayment[]; open: Open | null; onOpen: (open: Open | null) => void };

function Payments({ rows, open, onOpen }: PaymentsProps) {
  return (
    <ol className={classes.payments}>
      {rows.map((payment) => (
        <PaymentRow
          key={payment.id}
          payment={payment}
          whole={rows.find(({ id }) => id === payment.split_from)}
          act={open?.id === payment.id ? open.act : null}
          isBusy={open !== null}
          onAct={(act) => onOpen(act && { id: payment.id, act })}
        />
      ))}
    </ol>
  );
}
