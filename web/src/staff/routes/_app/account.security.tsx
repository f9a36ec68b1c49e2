import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '../../features/account/SecurityPage.tsx';

export const Route = createFileRoute('/_app/account/security')({ component: SecurityPage });
