import { createFileRoute } from '@tanstack/react-router';
import { StatementsPage } from '../../features/statements/StatementsPage.tsx';

export const Route = createFileRoute('/_app/payments_/statements/')({ component: StatementsPage });
