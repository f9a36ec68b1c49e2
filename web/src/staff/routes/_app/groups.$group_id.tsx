import { createFileRoute } from '@tanstack/react-router';
import { parseEditorSearch } from '../../features/groups/editor-search.ts';
import { ComingPage } from '../../layout/ComingPage.tsx';

export const Route = createFileRoute('/_app/groups/$group_id')({
  validateSearch: parseEditorSearch,
  component: () => <ComingPage title="modules.group.groups" />,
});
