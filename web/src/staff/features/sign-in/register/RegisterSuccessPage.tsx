import { Link } from '@tanstack/react-router';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { AccountPage } from '../AccountPage.tsx';
import { ResendActivation } from './ResendActivation.tsx';

/** Says where the activation link went, and what comes next. */
export function RegisterSuccessPage({ email }: { email: string | undefined }) {
  const { t } = useI18n();
  return (
    <AccountPage title={t('layout.titles.register_success')}>
      <p>{email ? t('modules.register.success.sent_to', { email }) : t('modules.register.success.sent')}</p>
      <p>{t('modules.register.success.hint')}</p>
      <ResendActivation email={email} />
      <Link to="/login">{t('modules.sign_in.back')}</Link>
    </AccountPage>
  );
}
