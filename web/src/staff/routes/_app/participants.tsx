import { createFileRoute } from '@tanstack/react-router';
import { parseFilters } from '../../features/participants/list/filters.ts';
import { ParticipantsPage } from '../../features/participants/list/ParticipantsPage.tsx';

export const Route = createFileRoute('/_app/participants')({
  validateSearch: parseFilters,
  component: ParticipantsPage,
});
