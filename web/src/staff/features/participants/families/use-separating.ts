import type { FamilyChild, FamilySummary } from '@vpisnik/contract/families';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../../ui/notice/notify.ts';
import { idsOf } from './family-words.ts';
import { useFamilyCalls } from './queries.ts';

/** Takes a child out of a family, with a way back; true when that is done. */
export function useSeparating(family: FamilySummary) {
  const { t } = useI18n();
  const calls = useFamilyCalls();
  const [busy, setBusy] = useState(false);
  const separate = async (child: FamilyChild): Promise<boolean> => {
    const [id] = idsOf([child]);
    if (busy || id === undefined) return false;
    setBusy(true);
    // the child's own other applications as well
    const others = idsOf(family.children).filter((one) => one !== id);
    const undo = () =>
      calls
        .join(id, { participant_ids: others, join_families: true })
        .catch((error: unknown) => notifyFailure(error, t, 'modules.family.failed.join'));
    try {
      await calls.separate(id);
      notify({
        message: 'modules.family.done.separated',
        values: { name: child.name },
        act: 'modules.family.failed.separate',
        timeout: 10_000,
        ...(others.length > 0 && { action: { label: 'ui.undo', run: () => void undo() } }),
      });
      return true;
    } catch (error) {
      notifyFailure(error, t, 'modules.family.failed.separate');
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, separate };
}
