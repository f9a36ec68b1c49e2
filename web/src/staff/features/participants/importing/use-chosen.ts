import {
  type PersonImport,
  type PersonImportBody,
  participant_imports,
} from '@vpisnik/contract/participant-imports';
import { useEffect, useState } from 'react';
import { draftKey, dropDraft, readDraft, writeDraft } from '../../../../lib/form/drafts.ts';
import { problemsOfBody } from '../../../../lib/form/problems.ts';
import { useSession } from '../../../../lib/session/context.ts';

/** Choices for all rows. */
export type Chosen = Omit<PersonImportBody, 'mapping'>;

/**
 * Choices for all rows of an upload, and their setter. It stays on this device until the import has run, for a reload.
 *
 * @param groupId the group from which the import was begun
 */
export function useChosen({ id, report }: PersonImport, groupId: string | null) {
  const { user, organization } = useSession();
  const key = draftKey(user?.id ?? '', organization?.id ?? '', `import.chosen.${id}`);
  const [chosen, setChosen] = useState<Chosen>(() => ({
    ...{ group_id: groupId, status: 'pending', language: null, full: 'waitlist', include: [], notify: false },
    ...keptOf(readDraft(key)?.content),
  }));
  const hasRun = report !== null;
  useEffect(() => {
    if (hasRun) dropDraft(key);
  }, [hasRun, key]);
  const choose = (next: Chosen) => {
    setChosen(next);
    writeDraft(key, next);
  };
  return [chosen, choose] as const;
}

/** A kept choice, if the API would take it. */
function keptOf(content: unknown): Partial<Chosen> {
  if (typeof content !== 'object' || content === null) return {};
  const problems = problemsOfBody(participant_imports.preview.body, { ...content, mapping: {} });
  return problems.length === 0 ? (content as Partial<Chosen>) : {};
}
