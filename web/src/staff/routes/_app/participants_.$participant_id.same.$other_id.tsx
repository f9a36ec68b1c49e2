import { createFileRoute } from '@tanstack/react-router';
import { ComparePage } from '../../features/participants/same/ComparePage.tsx';

export const Route = createFileRoute('/_app/participants_/$participant_id/same/$other_id')({
  component: ComparePage,
});
