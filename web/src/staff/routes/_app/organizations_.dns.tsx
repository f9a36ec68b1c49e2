import { createFileRoute } from '@tanstack/react-router';
import { DnsPage } from '../../features/organizations/mail/DnsPage.tsx';

export const Route = createFileRoute('/_app/organizations_/dns')({ component: DnsPage });
