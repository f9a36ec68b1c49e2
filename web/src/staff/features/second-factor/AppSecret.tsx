import type { Setup } from '../../../lib/session/second-factor-step.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { QrCode } from '../../../ui/marks/QrCode.tsx';
import { CopyButton } from './CopyButton.tsx';
import classes from './second-factor.module.css';

/** Secret for the authenticator app: as QR code, as link for the same phone, and as text. */
export function AppSecret({ secret, uri }: Setup) {
  const { t } = useI18n();
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <div className={classes.setup}>
      <QrCode text={uri} label={t('modules.second_factor.qr')} />
      <div className={classes.form}>
        <div>
          {t('modules.sign_in.second_factor.secret')}
          <br />
          <code className={classes.secret}>{groups.join(' ')}</code>
        </div>
        <div className={classes.actions}>
          <CopyButton text={secret} label={t('modules.sign_in.second_factor.copy_secret')} />
          <a href={uri}>{t('modules.sign_in.second_factor.open_app')}</a>
        </div>
      </div>
    </div>
  );
}
