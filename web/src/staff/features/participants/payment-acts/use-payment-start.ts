import type { PaymentAct } from '@vpisnik/contract/payment-acts';
import { useApi } from '../../../../lib/api.ts';
import { useStarted } from '../bulk/use-start.ts';
import type { Wire } from '../choosing/wire.ts';
import type { PaymentFilters } from '../payment-list/address.ts';

/** Payments as bulk calls take them: chosen in their list, or the open ones of chosen participants. */
export type PaymentSelection = Wire<PaymentFilters> | { people: Wire; due_to: string | null };

/** Begins bulk work on payments. */
export function usePaymentStart() {
  const { payment_acts } = useApi();
  const takeIn = useStarted();
  return async (act: PaymentAct, selection: PaymentSelection): Promise<void> => {
    if (act.kind === 'pay') {
      const { kind: _, ...paid } = act;
      takeIn(await payment_acts.pay({ body: { selection, ...paid } }));
    } else if (act.kind === 'remind')
      takeIn(await payment_acts.remind({ body: { selection, again: act.again } }));
    else takeIn(await payment_acts.cancel({ body: { selection, reason: act.reason } }));
  };
}
