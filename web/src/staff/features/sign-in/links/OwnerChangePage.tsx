import { useApi } from '../../../../lib/api.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ConfirmCodePage } from './ConfirmCodePage.tsx';

/** Confirms a new owner address of an organisation by the link that was sent to it. */
export function OwnerChangePage({ code }: { code: string | undefined }) {
  const { t } = useI18n();
  const api = useApi();
  return (
    <ConfirmCodePage
      title={t('layout.titles.owner_change')}
      code={code}
      text={t('modules.sign_in.owner_change.text')}
      submit="modules.sign_in.email_change.submit"
      confirm={(one) => api.accounts.confirmOwnerChange({ body: { code: one } })}
      failed="errors.organization.save"
      done={{
        title: t('modules.sign_in.email_change.done_title'),
        text: ({ organization_name: organization, owner_email: email }) =>
          t('modules.sign_in.owner_change.done', { organization, email }),
      }}
    />
  );
}
