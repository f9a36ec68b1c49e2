import { Link } from '@tanstack/react-router';
import { useI18n } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session/context.ts';
import { Banner } from '../../ui/Banner.tsx';

/** Says all the time that a platform ADMIN works in somebody else's organisation. */
export function ActingBanner() {
  const { t } = useI18n();
  const { role, organization } = useSession();
  if (role !== 'ADMIN' || !organization) return null;
  return (
    <Banner link={<Link to="/organizations">{t('layout.default_authenticated.choose_organization')}</Link>}>
      {t('layout.default_authenticated.acting_for', { name: organization.name })}
      {organization.active === false && ` ${t('layout.default_authenticated.inactive')}`}
    </Banner>
  );
}
