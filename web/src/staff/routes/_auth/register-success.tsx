import { createFileRoute, useLocation } from '@tanstack/react-router';
import { OursOnly } from '../../features/sign-in/OursOnly.tsx';
import { RegisterSuccessPage } from '../../features/sign-in/register/RegisterSuccessPage.tsx';

export const Route = createFileRoute('/_auth/register-success')({ component: RegisterSuccess });

function RegisterSuccess() {
  const email = useLocation({ select: ({ state }) => state.email });
  return (
    <OursOnly title="layout.titles.register">
      <RegisterSuccessPage email={email} />
    </OursOnly>
  );
}
