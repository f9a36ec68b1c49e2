import { createFileRoute } from '@tanstack/react-router';
import { parseMessagesSearch } from '../../features/messages/address.ts';
import { MessagesPage } from '../../features/messages/MessagesPage.tsx';

export const Route = createFileRoute('/_app/messages')({
  validateSearch: parseMessagesSearch,
  component: MessagesPage,
});
