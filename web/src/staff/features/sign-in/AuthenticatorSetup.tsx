import { useI18n } from '../../../lib/i18n.ts';
import type { Setup } from '../../../lib/session/sign-in.ts';
import { CopyButton } from './CopyButton.tsx';
import classes from './sign-in.module.css';

/** What goes into the authenticator app: by its link, or typed. */
export function AuthenticatorSetup({ secret, uri }: Setup) {
  const { t } = useI18n();
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <>
      <p>{t('modules.sign_in.second_factor.setup_text')}</p>
      <p>
        {t('modules.sign_in.second_factor.secret')}
        <br />
        <code className={classes.secret}>{groups.join(' ')}</code>
      </p>
      <div className={classes.actions}>
        <CopyButton text={secret} label={t('modules.sign_in.second_factor.copy_secret')} />
        <a href={uri}>{t('modules.sign_in.second_factor.open_app')}</a>
      </div>
    </>
  );
}
