import { useQueryClient } from '@tanstack/react-query';
import type { contract } from '@vpisnik/contract/contract';
import { ApiError, type Input } from '@vpisnik/contract/kit';
import type { ListedPayment, Payment } from '@vpisnik/contract/payments';
import { useApi } from '../../../../lib/api.ts';
import { isGone } from '../../../../lib/gone.ts';
import { type MessageKey, useI18n } from '../../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { refreshPayments } from './queries.ts';

type Change = Omit<Input<typeof contract.payments.update>['body'], 'version'>;

/** The text that says that a change of a payment's status failed. */
const act = 'errors.payment.status';

/**
 * Changes a payment as it is in the list, says what became of it, and offers to open it again. One that has changed meanwhile is shown as it is.
 *
 * @returns whether it is done
 */
export function useChangePayment() {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const undo = async ({ id, version, participant_id }: Payment) => {
    const status_reason = t('modules.payment_list.undone_reason');
    try {
      await api.payments.update({ params: { id }, body: { status: 'pending', status_reason, version } });
      notify({ message: 'modules.payment_list.undone', act });
    } catch (error) {
      notifyFailure(error, t, act);
    } finally {
      refreshPayments(queryClient, api, participant_id);
    }
  };
  return async (
    { id, version, participant_id }: ListedPayment,
    change: Change,
    done: MessageKey,
    /** Says itself that it failed; by default a notice does. */
    onFailed?: (error: unknown) => void,
  ): Promise<boolean> => {
    try {
      const now = await api.payments.update({ params: { id }, body: { ...change, version } });
      notify({ message: done, act, action: { label: 'ui.undo', run: () => void undo(now) } });
      return true;
    } catch (error) {
      const isStale = isGone(error) || (error instanceof ApiError && error.code === 'edit_conflict');
      if (isStale) notify({ message: 'modules.payment_list.changed', color: 'warning', act });
      else if (onFailed) onFailed(error);
      else notifyFailure(error, t, act);
      return false;
    } finally {
      refreshPayments(queryClient, api, participant_id);
    }
  };
}
