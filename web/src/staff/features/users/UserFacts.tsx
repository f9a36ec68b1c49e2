import { formatDateTime } from '@vpisnik/contract/rules/format';
import type { User } from '@vpisnik/contract/users';

import { useI18n } from '../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import { linkState } from './link-state.ts';
import { StatePill } from './StatePill.tsx';
import classes from './users.module.css';

/** A user's read-only facts: state, address, and the expiry of an invitation. */
export function UserFacts({ user }: { user: User }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { email, invitation_expires_at: until, confirmed, password_change_required } = user;
  return (
    <div className={classes.facts}>
      <StatePill user={user} />
      <p>{email}</p>
      {!confirmed && (
        <p className={classes.hint}>
          {t(`modules.user.invitation.${linkState(user)}`, {
            when: until === null ? '' : formatDateTime(until, { locale, timeZone }),
          })}
        </p>
      )}
      {password_change_required && <p className={classes.hint}>{t('modules.user.change_demanded')}</p>}
    </div>
  );
}
