import { createFileRoute } from '@tanstack/react-router';
import { StatementPage } from '../../features/statements/StatementPage.tsx';

export const Route = createFileRoute('/_app/payments_/statements/$statement_id')({ component: Page });

function Page() {
  const { statement_id } = Route.useParams();
  return <StatementPage key={statement_id} id={statement_id} />;
}
