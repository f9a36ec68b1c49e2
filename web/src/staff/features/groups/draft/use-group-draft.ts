import type { Group } from '@vpisnik/contract/groups';
import { useEffect, useRef } from 'react';
import { draftKey, dropDraft, writeDraft } from '../../../../lib/form/drafts.ts';
import { useSession, useSessionStore } from '../../../../lib/session/context.ts';
import type { GroupValues } from '../editor/values.ts';
import { draftOf } from './group-draft.ts';

/** Milliseconds from the last change until the draft is written. */
const delay = 500;

/** Storage key of a group's draft; for `new` the prefix of the keys of all new groups' drafts. */
export function useDraftKey(groupId: string): string {
  const { user, organization } = useSession();
  return draftKey(user?.id ?? '', organization?.id ?? '', `group.${groupId}`);
}

type Kept = { group: Group | null; before: GroupValues; mine: GroupValues };

/**
 * Keeps unsaved changes on this device, so that a reload or a closed browser loses nothing.
 *
 * @returns deletes the draft, for leaving the page without saving
 */
export function useGroupDraft(key: string, { group, before, mine }: Kept): () => void {
  const store = useSessionStore();
  const left = useRef(false);
  useEffect(() => {
    const keep = () => {
      // a sign-out leaves no draft behind
      if (left.current || !store.get().user) return;
      const draft = draftOf(group, before, mine);
      if (draft) writeDraft(key, draft);
    };
    if (draftOf(group, before, mine) === null) return dropDraft(key);
    const timer = setTimeout(keep, delay);
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [key, group, before, mine, store]);
  return () => {
    left.current = true;
    dropDraft(key);
  };
}
