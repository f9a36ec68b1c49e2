import { createFileRoute } from '@tanstack/react-router';
import { ImportPage } from '../../features/imports/ImportPage.tsx';
import { parseImportSearch } from '../../features/imports/kinds.ts';

export const Route = createFileRoute('/_app/imports/$kind')({
  validateSearch: parseImportSearch,
  component: ImportPage,
});
