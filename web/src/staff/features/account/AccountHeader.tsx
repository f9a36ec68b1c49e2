import { Link } from '@tanstack/react-router';
import { useI18n } from '../../../lib/text/i18n.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import classes from '../../../ui/tabs.module.css';

/** Header of the user's account pages, with their navigation. */
export function AccountHeader({ title }: { title: string }) {
  const { t } = useI18n();
  return (
    <>
      <PageHeader title={title} />
      <nav className={classes.tabs} aria-label={t('modules.account.pages')}>
        <Link to="/account" activeOptions={{ exact: true }}>
          {t('layout.titles.profile')}
        </Link>
        <Link to="/account/security">{t('layout.titles.security')}</Link>
      </nav>
    </>
  );
}
