import { Link } from '@tanstack/react-router';
import { useI18n } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session/context.ts';
import classes from './layout.module.css';

/** Whose data this is, at the top of the sidebar; a platform ADMIN changes the organisation here. */
export function OrganizationTile({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useI18n();
  const { organization, role } = useSession();
  const name = organization?.name ?? t('layout.default_authenticated.no_organization');
  const content = (
    <>
      <span className={classes.tile} aria-hidden>
        {organization?.name.trim().charAt(0).toUpperCase() ?? '–'}
      </span>
      <span className={classes.orgName}>
        {name}
        <small className={classes.second}>
          {role === 'ADMIN'
            ? t('layout.default_authenticated.choose_organization')
            : organization?.profile?.city}
        </small>
      </span>
    </>
  );
  if (role !== 'ADMIN') return <div className={classes.org}>{content}</div>;
  return (
    <Link to="/organizations" className={classes.org} {...(onNavigate && { onClick: onNavigate })}>
      {content}
    </Link>
  );
}
