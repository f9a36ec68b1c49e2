import { createFileRoute } from '@tanstack/react-router';
import { parseMessagesSearch } from '../../features/participants/messages/address.ts';
import { MessagesPage } from '../../features/participants/messages/MessagesPage.tsx';

export const Route = createFileRoute('/_app/messages')({
  validateSearch: parseMessagesSearch,
  component: MessagesPage,
});
