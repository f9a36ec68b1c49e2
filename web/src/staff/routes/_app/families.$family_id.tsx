import { createFileRoute } from '@tanstack/react-router';
import { FamilyPage } from '../../features/participants/families/FamilyPage.tsx';

export const Route = createFileRoute('/_app/families/$family_id')({ component: Page });

function Page() {
  const { family_id } = Route.useParams();
  return <FamilyPage key={family_id} id={family_id} />;
}
