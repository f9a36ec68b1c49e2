import type { Group } from '@vpisnik/contract/groups';
import { ApiError } from '@vpisnik/contract/kit';
import { useState } from 'react';
import { errorText } from '../../../lib/error-text.ts';
import { type MessageKey, useI18n } from '../../../lib/i18n.ts';
import { notify } from '../../../ui/notify.ts';
import { useGroupCalls } from './queries.ts';

export type StatusChange = { active: boolean } | { accept_applications: boolean };

function doneMessage(change: StatusChange): MessageKey {
  if ('active' in change)
    return change.active ? 'modules.group.done.activated' : 'modules.group.done.deactivated';
  return change.accept_applications ? 'modules.group.done.accepting' : 'modules.group.done.closed';
}

const opposite = (change: StatusChange): StatusChange =>
  'active' in change ? { active: !change.active } : { accept_applications: !change.accept_applications };

/** Publishes, hides, opens or closes a group at once, says so, and offers to take it back. */
export function useGroupStatus() {
  const { t } = useI18n();
  const { setStatus } = useGroupCalls();
  const [busy, setBusy] = useState(false);

  const change = async (
    id: string,
    status: StatusChange,
    options: { version?: number; onDone?: (group: Group) => void; undo?: boolean } = {},
  ): Promise<void> => {
    const { version, onDone, undo = true } = options;
    setBusy(true);
    try {
      const group = await setStatus(id, { ...status, ...(version !== undefined && { version }) });
      onDone?.(group);
      const again = { ...(onDone && { onDone }), undo: false };
      notify({
        message: doneMessage(status),
        ...(undo && {
          action: { label: 'ui.undo', run: () => change(id, opposite(status), again) },
        }),
      });
    } catch (error) {
      // A group that is not complete can't be published; what is missing is said where it can be filled in.
      const message =
        error instanceof ApiError && error.code === 'invalid_fields'
          ? t('modules.group.problems.incomplete')
          : errorText(error, t, 'errors.group.status');
      notify({ translate: false, message, color: 'error' });
    } finally {
      setBusy(false);
    }
  };
  return { change, busy };
}
