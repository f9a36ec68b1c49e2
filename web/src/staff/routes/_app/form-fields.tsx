import { createFileRoute } from '@tanstack/react-router';
import { ComingPage } from '../../layout/ComingPage.tsx';

export const Route = createFileRoute('/_app/form-fields')({
  component: () => <ComingPage title="modules.form_field.form_fields" />,
});
