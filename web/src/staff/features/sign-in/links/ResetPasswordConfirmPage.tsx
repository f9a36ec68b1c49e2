import { Link } from '@tanstack/react-router';
import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { PasswordLinkPage } from './PasswordLinkPage.tsx';

type ResetPasswordConfirmPageProps = {
  /** The code of the link; undefined when the link has none. */
  code: string | undefined;
  /** Goes on to the sign-in page. */
  onDone: () => void;
};

/** Sets a new password, reached by a link that works once. */
export function ResetPasswordConfirmPage({ code, onDone }: ResetPasswordConfirmPageProps) {
  const { t } = useI18n();
  const api = useApi();
  return (
    <PasswordLinkPage
      title={t('layout.titles.reset_password_confirm')}
      code={code}
      check={{
        queryKey: ['password-reset', code],
        queryFn: async () => {
          await api.accounts.checkPasswordReset({ body: { code: code ?? '' } });
          return true;
        },
      }}
      set={(one, new_password) => api.accounts.confirmPasswordReset({ body: { code: one, new_password } })}
      onDone={onDone}
      submit="modules.sign_in.set_password"
      failed="errors.reset.set_failed"
      invalid={{
        title: t('modules.sign_in.invalid_link.title'),
        text: t('errors.reset.invalid_link'),
        action: <Link to="/reset-password">{t('modules.sign_in.invalid_link.again')}</Link>,
      }}
    />
  );
}
