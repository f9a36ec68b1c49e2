import { useState } from 'react';
import { useSessionStore } from '../../../lib/session/context.ts';
import { notify } from '../../../ui/notice/notify.ts';

/** Makes a platform ADMIN act for an organisation; if it no longer exists, shows a notice and resolves to false. */
export function useActFor() {
  const store = useSessionStore();
  const [busy, setBusy] = useState(false);
  const actFor = async (id: string): Promise<boolean> => {
    setBusy(true);
    const { organization } = await store.actFor(id).finally(() => setBusy(false));
    if (organization?.id === id) return true;
    notify({ message: 'layout.acting_failed', color: 'error' });
    return false;
  };
  return { actFor, busy };
}
