import { createFileRoute } from '@tanstack/react-router';

// The list itself is the layout of both addresses, so that it stays while one participant after another is open.
export const Route = createFileRoute('/_app/participants/')({ component: () => null });
