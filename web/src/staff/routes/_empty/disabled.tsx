import { createFileRoute } from '@tanstack/react-router';
import { DisabledPage } from '../../layout/DisabledPage.tsx';

export const Route = createFileRoute('/_empty/disabled')({ component: DisabledPage });
