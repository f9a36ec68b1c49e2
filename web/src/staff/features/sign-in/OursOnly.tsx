import type { ReactNode } from 'react';
import { readConfig } from '../../../lib/config.ts';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { AccountPage } from './AccountPage.tsx';
import { ProviderSignIn } from './login/ProviderSignIn.tsx';

type OursOnlyProps = { title: MessageKey; children: ReactNode };

/** A page about accounts or passwords of ours; where a hosted provider keeps them, it says so and leads there. */
export function OursOnly({ title, children }: OursOnlyProps) {
  const { t } = useI18n();
  if (!readConfig().hosted_sign_in) return children;
  return (
    <AccountPage title={t(title)}>
      <p>{t('errors.codes.managed_by_provider')}</p>
      <ProviderSignIn />
    </AccountPage>
  );
}
