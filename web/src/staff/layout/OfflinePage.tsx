import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useDocumentTitle } from '../../lib/text/document-title.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import classes from './layout.module.css';

/** Takes the place of every page that is opened without a connection; goes on by itself when it is back. */
export function OfflinePage({ onRetry }: { onRetry: () => void }) {
  const { t } = useI18n();
  useDocumentTitle(t('layout.failure.offline_title'));
  const retry = useRef(onRetry);
  retry.current = onRetry;
  useEffect(() => {
    const goOn = () => retry.current();
    window.addEventListener('online', goOn);
    return () => window.removeEventListener('online', goOn);
  }, []);
  return (
    <main className={classes.alone}>
      <div className={classes.notice} role="alert">
        <h1>{t('layout.failure.offline_title')}</h1>
        <p>{t('layout.failure.offline_text')}</p>
        <div>
          <Button variant="filled" onClick={onRetry}>
            {t('layout.failure.retry')}
          </Button>
        </div>
      </div>
    </main>
  );
}
