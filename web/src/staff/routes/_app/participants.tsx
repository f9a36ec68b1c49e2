import { createFileRoute } from '@tanstack/react-router';
import { parseParticipantsSearch } from '../../features/participants/address.ts';
import { ParticipantsPage } from '../../features/participants/list/ParticipantsPage.tsx';

export const Route = createFileRoute('/_app/participants')({
  validateSearch: parseParticipantsSearch,
  component: ParticipantsPage,
});
