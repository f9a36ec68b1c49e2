import { createFileRoute } from '@tanstack/react-router';
import { parseCatalogueSearch } from '../../features/catalogue/address.ts';
import { CategoriesPage } from '../../features/categories/CategoriesPage.tsx';

export const Route = createFileRoute('/_app/categories')({
  validateSearch: parseCatalogueSearch,
  component: CategoriesPage,
});
