import { useState } from 'react';
import { errorText } from '../lib/error-text.ts';
import { type MessageKey, useI18n } from '../lib/i18n.ts';
import { notify } from './notify.ts';

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
        ...(undo && { action: { label: 'ui.undo', run: () => change(id, !active, false) } }),
      });
    } catch (error) {
      notify({ translate: false, message: errorText(error, t, failed), color: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { change, busy };
}
