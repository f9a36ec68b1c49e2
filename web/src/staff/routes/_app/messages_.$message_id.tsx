import { createFileRoute } from '@tanstack/react-router';
import { MessagePage } from '../../features/messages/MessagePage.tsx';

export const Route = createFileRoute('/_app/messages_/$message_id')({ component: Page });

function Page() {
  const { message_id } = Route.useParams();
  return <MessagePage key={message_id} id={message_id} />;
}
