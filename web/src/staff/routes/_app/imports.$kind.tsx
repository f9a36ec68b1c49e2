import { createFileRoute } from '@tanstack/react-router';
import { parseImportSearch } from '../../features/imports/address.ts';
import { ImportPage } from '../../features/imports/ImportPage.tsx';

export const Route = createFileRoute('/_app/imports/$kind')({
  validateSearch: parseImportSearch,
  component: ImportPage,
});
