import { Link } from '@tanstack/react-router';
import { useI18n } from '../../../lib/text/i18n.ts';
import classes from '../../../ui/tabs.module.css';

/** Organisations, what they use, their mails that have not left, what DNS says of mail, and the installation, as tabs with addresses of their own. */
export function PlatformTabs({
  active,
}: {
  active: 'organizations' | 'use' | 'mails' | 'dns' | 'installation';
}) {
  const { t } = useI18n();
  const current = (tab: typeof active) => ({
    // the addresses of the others begin with that of the first
    activeOptions: { exact: true },
    activeProps: {},
    'aria-current': active === tab ? ('page' as const) : undefined,
  });
  return (
    <nav ref={showCurrent} className={classes.tabs} aria-label={t('modules.mail_queue.tabs.label')}>
      <Link to="/organizations" {...current('organizations')}>
        {t('layout.titles.organizations')}
      </Link>
      <Link to="/organizations/use" {...current('use')}>
        {t('modules.organization_use.tab')}
      </Link>
      <Link to="/organizations/mails" {...current('mails')}>
        {t('modules.mail_queue.tabs.mails')}
      </Link>
      <Link to="/organizations/dns" {...current('dns')}>
        {t('modules.mail_queue.tabs.dns')}
      </Link>
      <Link to="/installation" {...current('installation')}>
        {t('layout.titles.installation')}
      </Link>
    </nav>
  );
}

/** On a phone not all of them fit. */
function showCurrent(tabs: HTMLElement | null): void {
  tabs?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
}
