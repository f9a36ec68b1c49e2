import { createFileRoute } from '@tanstack/react-router';
import { parseImportSearch } from '../../features/imports/address.ts';
import { ImportPage } from '../../features/imports/ImportPage.tsx';
import { PeopleImportPage } from '../../features/participants/importing/PeopleImportPage.tsx';

export const Route = createFileRoute('/_app/imports/$kind')({
  validateSearch: parseImportSearch,
  component: Importing,
});

/** Participants have an assistant of their own. */
function Importing() {
  return Route.useParams().kind === 'participants' ? <PeopleImportPage /> : <ImportPage />;
}
