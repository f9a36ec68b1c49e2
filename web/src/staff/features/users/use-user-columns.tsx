import { Link } from '@tanstack/react-router';
import { formatDateTime, formatInstant } from '@vpisnik/contract/rules/format';
import type { UserSummary } from '@vpisnik/contract/users';
import { useMemo } from 'react';
import { changedSearch } from '../../../lib/list-address.ts';
import { useSession } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import type { Column } from '../../../ui/table/DataTable.tsx';
import { parseUsersSearch } from './address.ts';
import { linkState } from './link-state.ts';
import { StatePill } from './StatePill.tsx';
import { UserActions } from './UserActions.tsx';
import classes from './users.module.css';

type CellProps = { user: UserSummary };

const cells = {
  name: (row: UserSummary) => <NameCell user={row} />,
  role: (row: UserSummary) => <RoleCell user={row} />,
  scope: (row: UserSummary) => <ScopeCell user={row} />,
  last: (row: UserSummary) => <LastCell user={row} />,
  state: (row: UserSummary) => <StateCell user={row} />,
  actions: (row: UserSummary) => <UserActions user={row} />,
};

function NameCell({ user: { id, name, email } }: CellProps) {
  const { t } = useI18n();
  const { user } = useSession();
  return (
    <div className={classes.name}>
      <Link
        to="."
        search={(now: object) => changedSearch(parseUsersSearch({ ...now }), { edit: id })}
        resetScroll={false}
        state={{ keepFocus: true }}
        data-open-row
      >
        {name}
        {id === user?.id && ` ${t('modules.user.list.you')}`}
      </Link>
      <span>{email}</span>
    </div>
  );
}

function RoleCell({ user }: CellProps) {
  const { t } = useI18n();
  return t(`layout.roles.${user.role}`);
}

/** Groups in scope. An organisation's administrator always has all, so its list does not count. */
function ScopeCell({ user: { role, all_groups_allowed, authorized_groups_count: count } }: CellProps) {
  const { t } = useI18n();
  const isUnlimited = all_groups_allowed || role === 'ORGANIZATION_ADMIN';
  return isUnlimited ? t('modules.user.all_groups') : t('modules.user.groups', { count });
}

function LastCell({ user: { last_sign_in_at: last } }: CellProps) {
  const { t } = useI18n();
  const inZone = useZone();
  return last ? (
    <span className="num">{formatInstant(last, inZone)}</span>
  ) : (
    <span className={classes.hint}>{t('modules.user.never')}</span>
  );
}

/** The state, and for an invited user the expiry of the invitation. */
function StateCell({ user }: CellProps) {
  const { t } = useI18n();
  const inZone = useZone();
  const { active, confirmed, invitation_expires_at: until } = user;
  return (
    <div className={classes.state}>
      <StatePill user={user} />
      {active && !confirmed && (
        <span>
          {t(`modules.user.link.${linkState(user)}`, {
            when: until === null ? '' : formatDateTime(until, inZone),
          })}
        </span>
      )}
    </div>
  );
}

function useZone() {
  const { locale } = useI18n();
  return { locale, timeZone: useTimeZone() };
}

/** The columns of the list of staff. */
export function useUserColumns(): Column<UserSummary>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('modules.user.list.column_name'),
        cell: cells.name,
        width: '36%',
        phone: 'name',
      },
      { id: 'role', header: t('modules.user.list.column_role'), cell: cells.role },
      { id: 'scope', header: t('modules.user.list.column_scope'), cell: cells.scope },
      {
        id: 'last',
        header: t('modules.user.list.column_last'),
        cell: cells.last,
        from: 'lg',
        phone: 'none',
      },
      { id: 'state', header: t('modules.user.list.column_state'), cell: cells.state, phone: 'corner' },
      {
        id: 'actions',
        header: t('modules.user.list.column_actions'),
        cell: cells.actions,
        quiet: true,
        width: '1%',
        phone: 'end',
      },
    ],
    [t],
  );
}
