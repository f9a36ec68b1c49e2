import { createFileRoute } from '@tanstack/react-router';
import { EmptyLayout } from '../layout/EmptyLayout.tsx';

export const Route = createFileRoute('/_empty')({ component: EmptyLayout });
