import { createFileRoute } from '@tanstack/react-router';
import { OursOnly } from '../../features/sign-in/OursOnly.tsx';
import { RegisterPage } from '../../features/sign-in/register/RegisterPage.tsx';

export const Route = createFileRoute('/_auth/register')({ component: Register });

function Register() {
  return (
    <OursOnly title="layout.titles.register">
      <RegisterPage />
    </OursOnly>
  );
}
