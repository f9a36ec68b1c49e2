import './styles/apply-page.css';
import type { ApplyPage } from '@vpisnik/contract/rules/public-pages';
import { Apply, beginsWithForm } from './apply/Apply.tsx';
import { continuePage } from './live.tsx';

const loadInstead = () => import('./apply/instead/instead.ts');

void continuePage(async (page: ApplyPage) => {
  const instead = beginsWithForm(page) ? undefined : await loadInstead();
  return <Apply page={page} instead={instead} loadInstead={loadInstead} />;
});
