import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { rememberSamePerson } from './queries.ts';

const act = 'errors.participant.merge';

/** Remembers that another application is not the same person's as this one, with a way back in the notice. */
export function useTellingApart(id: string) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const distinguish = async (other_id: string, distinct: boolean) => {
    const body = { other_id, distinct };
    rememberSamePerson(queryClient, api, id, await api.same_person.distinguish({ params: { id }, body }));
  };
  return async (otherId: string, name: string): Promise<void> => {
    await distinguish(otherId, true);
    const undo = () => distinguish(otherId, false).catch((error: unknown) => notifyFailure(error, t, act));
    notify({
      message: 'modules.same_person.told_apart',
      values: { name },
      act,
      timeout: 10_000,
      action: { label: 'modules.participant.done.undo', run: () => void undo() },
    });
  };
}
