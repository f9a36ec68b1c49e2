import './styles/apply-page.css';
import type { ApplyPage } from '@vpisnik/contract/rules/public-pages';
import { Apply } from './apply/Apply.tsx';
import { continuePage } from './live.tsx';

void continuePage((page: ApplyPage) => <Apply page={page} />);
