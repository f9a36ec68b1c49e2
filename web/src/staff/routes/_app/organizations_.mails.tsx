import { createFileRoute } from '@tanstack/react-router';
import { parseMailQueueSearch } from '../../features/organizations/mail/address.ts';
import { MailQueuePage } from '../../features/organizations/mail/MailQueuePage.tsx';

export const Route = createFileRoute('/_app/organizations_/mails')({
  validateSearch: parseMailQueueSearch,
  component: MailQueuePage,
});
