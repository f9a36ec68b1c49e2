import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '../../../lib/form/error-text.ts';
import { useSession, useSessionStore } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Banner } from '../../../ui/notice/Banner.tsx';
import { waiting } from '../../../ui/notice/waiting.ts';

/** Says why the organisation could not be loaded, and tries again; the pages below show what they can without it. */
export function MissingBanner() {
  const { t } = useI18n();
  const store = useSessionStore();
  const { organizationError } = useSession();
  const [busy, setBusy] = useState(false);
  if (organizationError === undefined) return null;
  const retry = () => {
    setBusy(true);
    void store.reload().finally(() => setBusy(false));
  };
  return (
    <Banner link={<UnstyledButton {...waiting(busy, retry)}>{t('ui.query.retry')}</UnstyledButton>}>
      {t('layout.default_authenticated.organization_failed')}{' '}
      {errorText(organizationError, t, 'errors.general.query')}
    </Banner>
  );
}
