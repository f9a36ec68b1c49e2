import { createFileRoute } from '@tanstack/react-router';
import { parsePaymentsSearch } from '../../features/participants/payment-list/address.ts';
import { PaymentsPage } from '../../features/participants/payment-list/PaymentsPage.tsx';

export const Route = createFileRoute('/_app/payments')({
  validateSearch: parsePaymentsSearch,
  component: PaymentsPage,
});
