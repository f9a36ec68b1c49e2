import { createFileRoute } from '@tanstack/react-router';
import { InstallationPage } from '../../features/organizations/installation/InstallationPage.tsx';

export const Route = createFileRoute('/_app/installation')({ component: InstallationPage });
