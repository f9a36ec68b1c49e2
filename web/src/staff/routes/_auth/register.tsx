import { createFileRoute } from '@tanstack/react-router';
import { RegisterPage } from '../../features/sign-in/RegisterPage.tsx';

export const Route = createFileRoute('/_auth/register')({ component: RegisterPage });
