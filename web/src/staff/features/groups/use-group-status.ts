import type { Texts } from '@vpisnik/contract/common';
import type { Group } from '@vpisnik/contract/groups';
import { ApiError } from '@vpisnik/contract/kit';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { useState } from 'react';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../ui/notice/notify.ts';
import { useGroupCalls } from './queries.ts';

/** The text that says that a switch of a group failed. */
const act = 'errors.group.status';

/** One change of a group's state that acts at once. */
export type StatusChange =
  | { active: boolean }
  | { accept_applications: boolean }
  // undoing an archiving also publishes the group again if it was published
  | {
      archived: boolean;
      active?: boolean;
      /** Its people are told that it is cancelled. */
      notice?: { note: Texts };
    };

function doneMessage(change: StatusChange): MessageKey {
  if ('archived' in change)
    return change.archived ? 'modules.group.done.archived' : 'modules.group.done.restored';
  if ('active' in change)
    return change.active ? 'modules.group.done.activated' : 'modules.group.done.deactivated';
  return change.accept_applications ? 'modules.group.done.accepting' : 'modules.group.done.closed';
}

function opposite(change: StatusChange, { active, archived_at }: Before): StatusChange {
  if ('archived' in change) return { archived: !change.archived, ...(active && { active: true }) };
  if ('accept_applications' in change) return { accept_applications: !change.accept_applications };
  // publishing has fetched it back
  return change.active && archived_at !== null ? { archived: true } : { active: !change.active };
}

/** The group as it was before the change. */
type Before = Pick<Group, 'active' | 'archived_at'>;

type Options = {
  /** Version that the editor read; the server refuses the change if the row is newer. */
  version?: number;
  onDone?: (group: Group) => void;
  /** Called with the problems that prevent publishing; without it, a notice says only that there are some. */
  onIncomplete?: (problems: FieldError[]) => void;
  undo?: boolean;
};

/** Publishes, hides, opens or closes a group at once, says so, and offers to take it back. */
export function useGroupStatus() {
  const { t } = useI18n();
  const { setStatus } = useGroupCalls();
  const [busy, setBusy] = useState(false);

  const change = async (
    group: Pick<Group, 'id'> & Before,
    status: StatusChange,
    { version, onDone, onIncomplete, undo = true }: Options = {},
  ): Promise<void> => {
    setBusy(true);
    try {
      const saved = await setStatus(group.id, { ...status, ...(version !== undefined && { version }) });
      onDone?.(saved);
      const again = { ...(onDone && { onDone }), undo: false };
      notify({
        message: doneMessage(status),
        act,
        ...(undo && {
          action: { label: 'ui.undo', run: () => change(group, opposite(status, group), again) },
        }),
      });
    } catch (error) {
      const isIncomplete = error instanceof ApiError && error.code === 'invalid_fields';
      if (isIncomplete && onIncomplete) return onIncomplete(error.problem?.errors ?? []);
      if (isIncomplete) notify({ message: 'modules.group.problems.incomplete', color: 'error', act });
      else notifyFailure(error, t, act);
    } finally {
      setBusy(false);
    }
  };
  return { change, busy };
}
