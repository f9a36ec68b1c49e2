import type { Setup } from '../../../../lib/session/second-factor-step.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { AppSecret } from '../../second-factor/AppSecret.tsx';

/** What goes into the authenticator app before the sign-in can go on. */
export function AuthenticatorSetup(setup: Setup) {
  const { t } = useI18n();
  return (
    <>
      <p>{t('modules.sign_in.second_factor.setup_text')}</p>
      <AppSecret {...setup} />
    </>
  );
}
