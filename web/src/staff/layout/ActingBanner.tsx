import { UnstyledButton } from '@mantine/core';
import { useI18n } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session/context.ts';
import { Banner } from '../../ui/Banner.tsx';
import { useActing } from './use-acting.tsx';

/** Says all the time that a platform ADMIN works in somebody else's organisation, and leads out of it. */
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
          <UnstyledButton disabled={busy} onClick={() => actFor(null)}>
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
