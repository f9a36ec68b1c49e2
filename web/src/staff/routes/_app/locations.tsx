import { createFileRoute } from '@tanstack/react-router';
import { parseCatalogueSearch } from '../../features/catalogue/address.ts';
import { LocationsPage } from '../../features/locations/LocationsPage.tsx';

export const Route = createFileRoute('/_app/locations')({
  validateSearch: parseCatalogueSearch,
  component: LocationsPage,
});
