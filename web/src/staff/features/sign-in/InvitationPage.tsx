import { useApi } from '../../../lib/api.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { PasswordLinkPage } from './PasswordLinkPage.tsx';

type InvitationPageProps = {
  /** The code of the invitation; undefined when the link has none. */
  code: string | undefined;
  /** Goes on to the sign-in page. */
  onDone: () => void;
};

/** Somebody who was invited chooses a password, and so accepts. */
export function InvitationPage({ code, onDone }: InvitationPageProps) {
  const { t } = useI18n();
  const api = useApi();
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
        t('modules.sign_in.invitation.text', { organization: organization_name, email })
      }
      submit="modules.sign_in.invitation.submit"
      failed="errors.reset.set_failed"
      invalid={{
        title: t('modules.sign_in.invitation.invalid_title'),
        text: t('modules.sign_in.invitation.invalid'),
      }}
    />
  );
}
