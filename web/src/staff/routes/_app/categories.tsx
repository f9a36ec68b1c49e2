import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../layout/ComingPage.tsx';

export const Route = createFileRoute('/_app/categories')({
  component: () => <ComingPage title="modules.category.categories" />,
});
