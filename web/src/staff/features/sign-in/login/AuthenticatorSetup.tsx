import type { Setup } from '../../../../lib/session/second-factor-step.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { AppSecret } from '../../second-factor/AppSecret.tsx';

/** Shows the secret for the authenticator app that the sign-in requires. */
export function AuthenticatorSetup(setup: Setup) {
  const { t } = useI18n();
  return (
    <>
      <p>{t('modules.sign_in.second_factor.setup_text')}</p>
      <AppSecret {...setup} />
    </>
  );
}
