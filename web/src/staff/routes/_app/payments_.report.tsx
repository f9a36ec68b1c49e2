import { createFileRoute } from '@tanstack/react-router';
import { parseReportSearch } from '../../features/payment-reports/address.ts';
import { ReportPage } from '../../features/payment-reports/ReportPage.tsx';

export const Route = createFileRoute('/_app/payments_/report')({
  validateSearch: parseReportSearch,
  component: ReportPage,
});
