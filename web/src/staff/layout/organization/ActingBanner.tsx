import { UnstyledButton } from '@mantine/core';
import { useSession } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Banner } from '../../../ui/notice/Banner.tsx';
import { waiting } from '../../../ui/notice/waiting.ts';
import { useActing } from './use-acting.tsx';

/** Names the organisation that a platform ADMIN acts for, and leads out of it; always visible meanwhile. */
export function ActingBanner() {
  const { t } = useI18n();
  const { role, organization } = useSession();
  const { actFor, busy, question } = useActing();
  if (role !== 'ADMIN' || !organization) return null;
  return (
    <>
      {question}
      <Banner
        link={
          <UnstyledButton {...waiting(busy, () => actFor(null))}>
            {t('layout.default_authenticated.leave')}
          </UnstyledButton>
        }
      >
        {t('layout.default_authenticated.acting_for', { name: organization.name })}
        {organization.active === false && ` ${t('layout.default_authenticated.inactive')}`}
      </Banner>
    </>
  );
}
