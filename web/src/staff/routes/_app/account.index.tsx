import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '../../features/account/ProfilePage.tsx';

export const Route = createFileRoute('/_app/account/')({ component: ProfilePage });
