import { useState } from 'react';
import { type MessageKey, useI18n } from '../lib/text/i18n.ts';
import { notify, notifyFailure } from './notice/notify.ts';

type StatusChange = {
  setActive: (id: string, active: boolean) => Promise<unknown>;
  activated: MessageKey;
  deactivated: MessageKey;
  failed: MessageKey;
};

/** Switches something on or off at once, says so, and offers to take it back. */
export function useStatusChange({ setActive, activated, deactivated, failed }: StatusChange) {
  const { t } = useI18n();
  const [busy, setBusy] = useState(false);
  const change = async (id: string, active: boolean, undo = true): Promise<void> => {
    setBusy(true);
    try {
      await setActive(id, active);
      notify({
        message: active ? activated : deactivated,
        act: failed,
        ...(undo && { action: { label: 'ui.undo', run: () => change(id, !active, false) } }),
      });
    } catch (error) {
      notifyFailure(error, t, failed);
    } finally {
      setBusy(false);
    }
  };
  return { change, busy };
}
