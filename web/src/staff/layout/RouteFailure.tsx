import { Button, Group } from '@mantine/core';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useI18n } from '../../lib/text/i18n.ts';
import { OfflineError } from '../routing/offline-error.ts';
import classes from './layout.module.css';
import { OfflinePage } from './OfflinePage.tsx';

/** A page's code that is no longer on the server: a new version was installed while this one was open. */
const isStaleCode = (error: unknown) =>
  error instanceof Error && /dynamically imported module|module script failed/i.test(error.message);

/** The error boundary of every route: says that it failed and offers a way on. */
export function RouteFailure({ error, reset }: ErrorComponentProps) {
  const { t } = useI18n();
  const router = useRouter();
  const retry = () => {
    reset();
    router.invalidate();
  };
  if (error instanceof OfflineError) return <OfflinePage onRetry={retry} />;
  if (isStaleCode(error)) {
    return (
      <div className={classes.notice} role="alert">
        <h1>{t('layout.failure.update_title')}</h1>
        <p>{t('layout.failure.update_text')}</p>
        <Group>
          <Button variant="filled" onClick={() => window.location.reload()}>
            {t('layout.failure.reload')}
          </Button>
        </Group>
      </div>
    );
  }
  return (
    <div className={classes.notice} role="alert">
      <h1>{t('layout.failure.title')}</h1>
      <p>{t('layout.failure.text')}</p>
      <Group gap={8}>
        <Button variant="filled" onClick={retry}>
          {t('layout.failure.retry')}
        </Button>
        <Button component={Link} to="/dashboard">
          {t('layout.failure.home')}
        </Button>
      </Group>
    </div>
  );
}
