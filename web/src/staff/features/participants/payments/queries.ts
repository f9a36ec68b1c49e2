import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { contract } from '@vpisnik/contract/contract';
import { ApiError, type Input } from '@vpisnik/contract/kit';
import type { Payment } from '@vpisnik/contract/payments';
import { limits } from '@vpisnik/contract/rules/limits';
import type { PaymentMail } from '@vpisnik/contract/rules/payments';
import { type Api, useApi } from '../../../../lib/api.ts';
import { isGone } from '../../../../lib/gone.ts';
import { refreshPayments } from '../payment-list/queries.ts';

/** A participant's payments by their day, with their sums. */
export const paymentsQuery = (api: Api, id: string) =>
  queryOptions(api.payments.ofParticipant.options({ params: { id }, query: { limit: limits.pageMax } }));

/** Whether a mail leaves to a participant by itself; false while that is not known. */
export function useLeaves(participantId: string, mail: PaymentMail): boolean {
  // a form that opens must not replace the payment that it is about
  const { data } = useQuery({ ...paymentsQuery(useApi(), participantId), refetchOnMount: false });
  return data?.mails.includes(mail) ?? false;
}

/** Fetches everything anew that tells of a participant's payments; resolves when they are there themselves. */
export function useRefreshPayments() {
  const api = useApi();
  const queryClient = useQueryClient();
  return async (participantId: string) => {
    refreshPayments(queryClient, api, participantId);
    void queryClient.invalidateQueries({ queryKey: api.fee_plans.proposal.key() });
    await queryClient.invalidateQueries({ queryKey: api.payments.ofParticipant.key() });
  };
}

/** A payment that another person has changed, or deleted, since it was read. */
export class PaymentChanged extends Error {}

const isStale = (error: unknown) =>
  isGone(error) ||
  (error instanceof ApiError && (error.code === 'edit_conflict' || error.code === 'reminded_recently'));

type Change = Omit<Input<typeof contract.payments.update>['body'], 'version'>;
type Part = Omit<Input<typeof contract.payments.part>['body'], 'version'>;
type Added = Input<typeof contract.payments.create>['body'];

/** The call, which rejects with `PaymentChanged` where the payment is another by now. */
export const unlessChanged = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error) => {
    throw isStale(error) ? new PaymentChanged() : error;
  });

/** The calls that change payments; each one fetches what it changes, or what others changed before it. */
export function usePaymentCalls() {
  const { payments } = useApi();
  const refresh = useRefreshPayments();
  const then = async <T>(participantId: string, call: Promise<T>): Promise<T> => {
    try {
      const answer = await call;
      await refresh(participantId);
      return answer;
    } catch (error) {
      if (isStale(error)) await refresh(participantId);
      throw error;
    }
  };
  return {
    add: (id: string, body: Added) => then(id, payments.create({ params: { id }, body })),
    change: ({ id, version, participant_id }: Payment, change: Change) =>
      then(participant_id, payments.update({ params: { id }, body: { ...change, version } })),
    remind: (id: string, again: boolean) => then(id, payments.remind({ params: { id }, body: { again } })),
    payPart: ({ id, version, participant_id }: Payment, part: Part) =>
      then(participant_id, payments.part({ params: { id }, body: { ...part, version } })),
    remove: ({ id, participant_id }: Payment) => then(participant_id, payments.remove({ params: { id } })),
  };
}
