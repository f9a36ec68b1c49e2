import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { contract } from '@vpisnik/contract/contract';
import { ApiError, type Input } from '@vpisnik/contract/kit';
import type { Payment } from '@vpisnik/contract/payments';
import { limits } from '@vpisnik/contract/rules/limits';
import { type Api, useApi } from '../../../../lib/api.ts';

/** A participant's payments by their day, with their sums. */
export const paymentsQuery = (api: Api, id: string) =>
  queryOptions(api.payments.ofParticipant.options({ params: { id }, query: { limit: limits.pageMax } }));

/** Fetches everything anew that tells of payments: lists, sums, and what happened to participants. */
function useRefreshPayments() {
  const { payments, participant_history, participants, dashboard } = useApi();
  const queryClient = useQueryClient();
  return async () => {
    const stale = [
      payments.list,
      payments.get,
      participant_history.list,
      participants.list,
      participants.ofGroup,
      dashboard.facts,
    ];
    for (const call of stale) void queryClient.invalidateQueries({ queryKey: call.key() });
    await queryClient.invalidateQueries({ queryKey: payments.ofParticipant.key() });
  };
}

/** A payment that another person has changed, or deleted, since it was read. */
export class PaymentChanged extends Error {}

const isStale = (error: unknown) =>
  error instanceof ApiError && (error.code === 'edit_conflict' || error.status === 404);

type Change = Omit<Input<typeof contract.payments.update>['body'], 'version'>;
type Part = Omit<Input<typeof contract.payments.part>['body'], 'version'>;
type Added = Input<typeof contract.payments.create>['body']['payments'];

/** The call, which rejects with `PaymentChanged` where the payment is another by now. */
export const unlessChanged = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error) => {
    throw isStale(error) ? new PaymentChanged() : error;
  });

/** The calls that change payments; each one fetches what it changes, or what others changed before it. */
export function usePaymentCalls() {
  const { payments } = useApi();
  const refresh = useRefreshPayments();
  const then = async <T>(call: Promise<T>): Promise<T> => {
    try {
      const answer = await call;
      await refresh();
      return answer;
    } catch (error) {
      if (isStale(error)) await refresh();
      throw error;
    }
  };
  return {
    add: (id: string, added: Added) => then(payments.create({ params: { id }, body: { payments: added } })),
    change: ({ id, version }: Payment, change: Change) =>
      then(payments.update({ params: { id }, body: { ...change, version } })),
    payPart: ({ id, version }: Payment, part: Part) =>
      then(payments.part({ params: { id }, body: { ...part, version } })),
    remove: ({ id }: Payment) => then(payments.remove({ params: { id } })),
  };
}
