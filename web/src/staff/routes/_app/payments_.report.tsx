import { createFileRoute } from '@tanstack/react-router';
import { ReportPage } from '../../features/payment-reports/ReportPage.tsx';

export const Route = createFileRoute('/_app/payments_/report')({ component: ReportPage });
