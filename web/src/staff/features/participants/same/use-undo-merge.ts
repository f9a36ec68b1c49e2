import { ApiError } from '@vpisnik/contract/kit';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { fieldLabel } from './field-words.ts';
import { useRefreshMerged } from './queries.ts';

const act = 'errors.participant.merge';

/**
 * Undoes a merge and says what stays because it was changed since.
 *
 * @returns a function that answers `full` when the group has no place for who comes back
 */
export function useUndoMerge() {
  const { t } = useI18n();
  const api = useApi();
  const refresh = useRefreshMerged();
  return async (id: string, allowOverbooking = false): Promise<'done' | 'full' | 'failed'> => {
    try {
      const undone = await api.same_person.undo({
        params: { id },
        body: { allow_overbooking: allowOverbooking },
      });
      refresh(undone.id, undone.restored_id, false);
      const fields = undone.stayed.map((field) => fieldLabel(field, t)).join(', ');
      if (fields)
        notify({
          message: 'modules.same_person.undone_but',
          values: { fields },
          color: 'warning',
          timeout: 10_000,
          act,
        });
      else notify({ message: 'modules.same_person.undone', act });
      return 'done';
    } catch (error) {
      if (error instanceof ApiError && error.code === 'group_full' && !allowOverbooking) return 'full';
      notifyFailure(error, t, act);
      return 'failed';
    }
  };
}
