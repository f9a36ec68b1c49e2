import type { ListedPayment } from '@vpisnik/contract/payments';
import { createContext, type ReactNode, use, useState } from 'react';
import { CancelPayment } from './CancelPayment.tsx';
import { PayDialog } from './PayDialog.tsx';

/** What is asked about a payment of the list. */
export type PaymentAct = { kind: 'pay' | 'cancel'; payment: ListedPayment };

const Context = createContext<((act: PaymentAct) => void) | null>(null);

/** Asks about a payment; throws outside a `PaymentActs`. */
export function usePaymentActs(): (act: PaymentAct) => void {
  const open = use(Context);
  if (!open) throw new Error('usePaymentActs needs PaymentActs above it');
  return open;
}

/** The questions of a list of payments, one at a time. */
export function PaymentActs({ children }: { children: ReactNode }) {
  const [act, setAct] = useState<PaymentAct | null>(null);
  const close = () => setAct(null);
  return (
    <Context value={setAct}>
      {children}
      {act?.kind === 'pay' && <PayDialog key={act.payment.id} payment={act.payment} onClose={close} />}
      {act?.kind === 'cancel' && <CancelPayment payment={act.payment} onClose={close} />}
    </Context>
  );
}
