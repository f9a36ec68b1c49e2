import { createFileRoute } from '@tanstack/react-router';
import { parseEditorSearch } from '../../features/groups/editor/address.ts';
import { GroupEditorPage } from '../../features/groups/editor/GroupEditorPage.tsx';

export const Route = createFileRoute('/_app/groups/$group_id')({
  validateSearch: parseEditorSearch,
  component: GroupEditorPage,
});
