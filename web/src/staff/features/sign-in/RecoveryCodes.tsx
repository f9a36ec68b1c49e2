import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useI18n } from '../../../lib/i18n.ts';
import { AccountPage } from './AccountPage.tsx';
import { CopyButton } from './CopyButton.tsx';
import classes from './sign-in.module.css';

/** The recovery codes, this once, before the sign-in goes on. */
export function RecoveryCodes({ codes, goOn }: { codes: string[]; goOn: () => void }) {
  const { t } = useI18n();
  const list = useRef<HTMLUListElement>(null);
  // not the button: a second Enter would leave the codes unread
  useEffect(() => list.current?.focus(), []);

  return (
    <AccountPage title={t('modules.sign_in.second_factor.recovery_title')}>
      <p>{t('modules.sign_in.second_factor.recovery_text')}</p>
      <ul
        ref={list}
        className={classes.codes}
        tabIndex={-1}
        aria-label={t('modules.sign_in.second_factor.recovery_title')}
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <CopyButton text={codes.join('\n')} label={t('modules.sign_in.second_factor.copy_codes')} />
        <Button onClick={() => window.print()}>{t('modules.sign_in.second_factor.print')}</Button>
      </div>
      <div className={classes.actions}>
        <Button variant="filled" onClick={goOn}>
          {t('modules.sign_in.second_factor.go_on')}
        </Button>
      </div>
    </AccountPage>
  );
}
