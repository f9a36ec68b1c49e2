import './styles/groups-page.css';
import type { GroupsPage } from '@vpisnik/contract/rules/public-pages';
import { Groups } from './groups/Groups.tsx';
import { continuePage } from './live.tsx';

void continuePage(async (page: GroupsPage) => <Groups page={page} />);
