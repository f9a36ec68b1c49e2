import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import type { Group } from '@vpisnik/contract/groups';
import { useEffect, useState } from 'react';
import { useApi } from '../../../../lib/api.ts';
import { readDraft } from '../../../../lib/form/drafts.ts';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { QueryFailed } from '../../../../ui/notice/QueryFailed.tsx';
import { SkeletonRows } from '../../../../ui/notice/SkeletonRows.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { useCan, useMay } from '../../../permission/Permission.tsx';
import { restored } from '../draft/group-draft.ts';
import { useDraftKey } from '../draft/use-group-draft.ts';
import { useNewDraft } from '../draft/use-new-draft.ts';
import { editedGroupQuery } from '../queries.ts';
import { parseEditorSearch } from './address.ts';
import { GroupEditorForm } from './GroupEditorForm.tsx';
import { isLockedFor } from './locked.ts';
import { fetchTab } from './parts.tsx';
import { type References, useReferences } from './references.ts';
import { newValues, valuesOf } from './values.ts';

const route = getRouteApi('/_app/groups/$group_id');

/** The editor of one group; `new` in the address adds one. */
export function GroupEditorPage() {
  const { group_id: id } = route.useParams();
  const api = useApi();
  const isNew = id === 'new';
  const { tab = 'basics' } = parseEditorSearch(route.useSearch());
  // beside the group itself
  useEffect(() => void fetchTab(tab), [tab]);
  const query = useQuery({ ...editedGroupQuery(api, id), enabled: !isNew });
  const { references, error, retry } = useReferences();
  const mayMake = useMay('groups.manage');
  const failure = (query.data ? null : query.error) ?? error;

  if (isNew && !mayMake) return <Navigate to="/groups" replace />;
  if (failure) {
    const again = () => {
      if (query.isError) void query.refetch();
      retry();
    };
    return <Unavailable error={failure} onRetry={again} />;
  }
  if (references && isNew) return <NewGroup references={references} />;
  if (!references || !query.data) return <Loading />;
  return <KnownGroup key={id} group={query.data} references={references} />;
}

type EditorProps = { group: Group | null; references: References; draftKey: string };

function NewGroup({ references }: Pick<EditorProps, 'references'>) {
  const draftKey = useNewDraft(useDraftKey('new'));
  return draftKey ? <Editor group={null} references={references} draftKey={draftKey} /> : <Loading />;
}

function KnownGroup({ group, references }: Pick<EditorProps, 'references'> & { group: Group }) {
  return <Editor group={group} references={references} draftKey={useDraftKey(group.id)} />;
}

function Editor({ group, references, draftKey: key }: EditorProps) {
  const { organization } = useSession();
  const can = useCan();
  // Later states of the group are merged in by the form, not started from.
  const [initial] = useState(() => {
    const values = group ? valuesOf(group) : newValues(organization?.languages ?? ['sl']);
    const kept = readDraft(key);
    const draft =
      kept && restored({ group, values }, kept.content, (field) => !isLockedFor(can, group === null, field));
    if (!draft) return { group, values };
    return { ...draft, restored: { when: kept.saved_at, conflicted: draft.conflicted } };
  });
  return <GroupEditorForm initial={initial} latest={group} references={references} draftKey={key} />;
}

function Loading() {
  const { t } = useI18n();
  return (
    <>
      <PageHeader title={t('layout.pending')} back={{ to: '/groups', label: t('modules.group.groups') }} />
      <SkeletonRows />
    </>
  );
}

function Unavailable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useI18n();
  return (
    <>
      <PageHeader
        title={t('modules.group.groups')}
        back={{ to: '/groups', label: t('modules.group.groups') }}
      />
      <QueryFailed
        error={error}
        onRetry={onRetry}
        gone={{
          title: t('modules.group.editor.not_found_title'),
          text: t('modules.group.editor.not_found'),
          action: (
            <Button renderRoot={(props) => <Link to="/groups" {...props} />}>
              {t('modules.group.editor.to_list')}
            </Button>
          ),
        }}
      />
    </>
  );
}
