import { createFileRoute } from '@tanstack/react-router';
import { parseFilters } from '../../features/participants/filters.ts';
import { ParticipantsPage } from '../../features/participants/ParticipantsPage.tsx';

export const Route = createFileRoute('/_app/participants')({
  validateSearch: parseFilters,
  component: ParticipantsPage,
});
