import { Button } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { changeLocale, useI18n } from '../../lib/text/i18n.ts';
import { Places } from '../../ui/marks/Places.tsx';
import { Wordmark } from '../../ui/marks/Wordmark.tsx';
import { NoticeBanner } from '../../ui/notice/NoticeBanner.tsx';
import classes from './auth-layout.module.css';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

/** Sign-in and account pages: the product on moss at the left, one form at the right; form only on a phone. */
export function AuthLayout() {
  const { t } = useI18n();
  useFocusOnNavigation();
  return (
    <div className={classes.page}>
      <NoticeBanner />
      <div className={classes.split}>
        <div className={classes.brand}>
          <Wordmark href="/" />
          <div>
            <Places taken={18} limit={24} />
            <p>{t('layout.auth.sentence')}</p>
          </div>
        </div>
        <main className={classes.form} id="vsebina" tabIndex={-1}>
          <Outlet />
          <OtherLanguage />
        </main>
      </div>
    </div>
  );
}

/** On every page: a mailed link leads to any of them, in a browser that may speak another language than the mail. */
function OtherLanguage() {
  const { t, locale } = useI18n();
  const other = locale === 'sl' ? 'en' : 'sl';
  return (
    <Button className={classes.language} variant="subtle" lang={other} onClick={() => changeLocale(other)}>
      {t('modules.sign_in.other_language')}
    </Button>
  );
}
