import { createFileRoute } from '@tanstack/react-router';
import { parseCatalogueSearch } from '../../features/catalogue/address.ts';
import { FormFieldsPage } from '../../features/form-fields/FormFieldsPage.tsx';

export const Route = createFileRoute('/_app/form-fields')({
  validateSearch: parseCatalogueSearch,
  component: FormFieldsPage,
});
