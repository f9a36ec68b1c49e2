import { useApi } from '../../../../lib/api.ts';
import { useSessionStore } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { ConfirmCodePage } from './ConfirmCodePage.tsx';

/** Confirms a new address of an account by the link that was sent to it. */
export function EmailChangePage({ code }: { code: string | undefined }) {
  const { t } = useI18n();
  const api = useApi();
  const store = useSessionStore();
  return (
    <ConfirmCodePage
      title={t('layout.titles.email_change')}
      code={code}
      text={t('modules.sign_in.email_change.text')}
      submit="modules.sign_in.email_change.submit"
      confirm={async (one) => {
        const done = await api.accounts.confirmEmailChange({ body: { code: one } });
        // the tokens of a session that is open here still carry the former address
        await store.renew?.().catch(() => {});
        return done;
      }}
      failed="errors.user.save"
      done={{
        title: t('modules.sign_in.email_change.done_title'),
        text: ({ email }) => t('modules.sign_in.email_change.done', { email }),
      }}
    />
  );
}
