import { createFileRoute } from '@tanstack/react-router';

// Shown beside the list by ParticipantsPage, which reads the id from the address.
export const Route = createFileRoute('/_app/participants/$participant_id')({ component: () => null });
