import { IconRoute } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../lib/session/context.ts';
import { useI18n } from '../../lib/text/i18n.ts';
import { useMay } from '../permission/Permission.tsx';
import classes from './setup-reminder.module.css';

/** Leads back to the first-run guide for as long as it is neither finished nor skipped. */
export function SetupReminder({ onNavigate }: { onNavigate?: () => void }) {
  const { t } = useI18n();
  const { organization } = useSession();
  const maySet = useMay('settings.manage');
  if (!maySet || !organization || organization.setup_completed) return null;
  return (
    <Link to="/setup" className={classes.reminder} {...(onNavigate && { onClick: onNavigate })}>
      <IconRoute size={18} stroke={1.75} aria-hidden />
      <span>
        {t('layout.setup_reminder.title')}
        <small>{t('layout.setup_reminder.text')}</small>
      </span>
    </Link>
  );
}
