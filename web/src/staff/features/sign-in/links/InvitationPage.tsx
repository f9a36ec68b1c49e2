import { useApi } from '../../../../lib/api.ts';
import { readConfig } from '../../../../lib/config.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ProviderSignIn } from '../login/ProviderSignIn.tsx';
import { PasswordLinkPage } from './PasswordLinkPage.tsx';

type InvitationPageProps = {
  /** The code of the invitation; undefined when the link has none. */
  code: string | undefined;
  /** Goes on to the sign-in page. */
  onDone: () => void;
};

/** Accepts an invitation with a new password, or with a sign-in at the hosted provider by the invited address. */
export function InvitationPage({ code, onDone }: InvitationPageProps) {
  const { t } = useI18n();
  const api = useApi();
  const { hosted_sign_in } = readConfig();
  return (
    <PasswordLinkPage
      title={t('layout.titles.invitation')}
      code={code}
      check={{
        queryKey: ['invitation', code],
        queryFn: () => api.accounts.checkInvitation({ body: { code: code ?? '' } }),
      }}
      set={(one, new_password) => api.accounts.acceptInvitation({ body: { code: one, new_password } })}
      onDone={onDone}
      intro={({ organization_name, email }) =>
        t(hosted_sign_in ? 'modules.sign_in.invitation.provider_text' : 'modules.sign_in.invitation.text', {
          organization: organization_name,
          email,
        })
      }
      {...(hosted_sign_in && { instead: <ProviderSignIn /> })}
      submit="modules.sign_in.invitation.submit"
      failed="errors.reset.set_failed"
      invalid={{
        title: t('modules.sign_in.invitation.invalid_title'),
        text: t('modules.sign_in.invitation.invalid'),
      }}
    />
  );
}
