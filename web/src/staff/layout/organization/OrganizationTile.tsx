import { lazy, Suspense } from 'react';
import { useSession } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import classes from '../layout.module.css';

// only the platform's administrators choose
const OrganizationPicker = lazy(async () => ({
  default: (await import('./OrganizationPicker.tsx')).OrganizationPicker,
}));

/** Name of the organisation at the top of the sidebar; a platform ADMIN changes it here. */
export function OrganizationTile({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useI18n();
  const { organization, organizationError, role } = useSession();
  const city = organization?.profile?.city;
  const content = (
    <>
      <span className={classes.tile} aria-hidden>
        {organization?.name.trim().charAt(0).toUpperCase() ?? '–'}
      </span>
      <span className={classes.orgName}>
        {organization?.name ??
          t(
            `layout.default_authenticated.${organizationError === undefined ? 'no_organization' : 'unknown_organization'}`,
          )}
        {city && <small className={classes.second}>{city}</small>}
      </span>
    </>
  );
  const tile = <div className={classes.org}>{content}</div>;
  if (role !== 'ADMIN') return tile;
  return (
    <Suspense fallback={tile}>
      <OrganizationPicker onNavigate={onNavigate}>{content}</OrganizationPicker>
    </Suspense>
  );
}
