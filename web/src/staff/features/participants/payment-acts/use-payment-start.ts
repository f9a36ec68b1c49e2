import type { PaymentAct } from '@vpisnik/contract/payment-acts';
import { useApi } from '../../../../lib/api.ts';
import { useStarted } from '../bulk/use-start.ts';
import type { Wire } from '../choosing/wire.ts';
import type { PaymentFilters } from '../payment-list/address.ts';

/** Begins bulk work on payments. */
export function usePaymentStart() {
  const { payment_acts } = useApi();
  const takeIn = useStarted();
  return async (act: PaymentAct, selection: Wire<PaymentFilters>): Promise<void> => {
    if (act.kind === 'pay') {
      const { kind: _, ...paid } = act;
      takeIn(await payment_acts.pay({ body: { selection, ...paid } }));
    } else takeIn(await payment_acts.cancel({ body: { selection, reason: act.reason } }));
  };
}
