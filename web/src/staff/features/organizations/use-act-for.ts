import { useState } from 'react';
import { useSessionStore } from '../../../lib/session/context.ts';
import { forgetFailure, notify } from '../../../ui/notice/notify.ts';

/** The text that says that an organisation could not be chosen. */
const failed = 'layout.acting_failed';

/** Makes a platform ADMIN act for an organisation; if it no longer exists, shows a notice and resolves to false. */
export function useActFor() {
  const store = useSessionStore();
  const [busy, setBusy] = useState(false);
  const actFor = async (id: string): Promise<boolean> => {
    setBusy(true);
    const { organization } = await store.actFor(id).finally(() => setBusy(false));
    const isChosen = organization?.id === id;
    if (isChosen) forgetFailure(failed);
    else notify({ message: failed, color: 'error', act: failed });
    return isChosen;
  };
  return { actFor, busy };
}
