import { Button } from '@mantine/core';
import { IconCheck, IconMinus, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ListedOrganization } from '@vpisnik/contract/organizations';
import { formatDateTime, formatDay, formatInstant, inZone } from '@vpisnik/contract/rules/format';
import { useMemo } from 'react';
import { useSession } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { StatusPill } from '../../../ui/marks/StatusPill.tsx';
import { waiting } from '../../../ui/notice/waiting.ts';
import type { Column } from '../../../ui/table/DataTable.tsx';
import { OrganizationActions } from './OrganizationActions.tsx';
import classes from './organizations.module.css';
import { useActFor } from './use-act-for.ts';

const cells = {
  name: (row: ListedOrganization) => <NameCell organization={row} />,
  groups: (row: ListedOrganization) => <NumberCell organization={row} of="groups" />,
  participants: (row: ListedOrganization) => <NumberCell organization={row} of="participants" />,
  users: (row: ListedOrganization) => <NumberCell organization={row} of="users" />,
  activity: (row: ListedOrganization) => <ActivityCell organization={row} />,
  state: (row: ListedOrganization) => <StateCell organization={row} />,
  act: (row: ListedOrganization) => <ActCell organization={row} />,
  actions: (row: ListedOrganization) => <OrganizationActions organization={row} />,
};

type CellProps = { organization: ListedOrganization };

function NameCell({ organization: { name, owner_email } }: CellProps) {
  return (
    <div className={classes.name}>
      <b>{name}</b>
      <span>{owner_email}</span>
    </div>
  );
}

/** A number as it was last counted; its age is in the tooltip. */
function NumberCell({ organization, of }: CellProps & { of: 'groups' | 'participants' | 'users' }) {
  const { t, locale } = useI18n();
  const { numbers, time_zone: timeZone } = organization;
  // in words: a dash reads like zero
  if (!numbers) return <span className={classes.hint}>{t('modules.organization.list.not_counted')}</span>;
  const counted = formatDateTime(numbers.counted_at, { locale, timeZone });
  return (
    <span className="num" title={t('modules.organization.list.counted', { when: counted })}>
      {t('modules.organization.list.number', { count: numbers[of] })}
    </span>
  );
}

function ActivityCell({ organization: { numbers, time_zone: timeZone } }: CellProps) {
  const { locale } = useI18n();
  if (!numbers?.last_activity_at) return '–';
  return <span className="num">{formatInstant(numbers.last_activity_at, { locale, timeZone })}</span>;
}

function StateCell({ organization: { active, delete_after, time_zone } }: CellProps) {
  const { t, locale } = useI18n();
  if (delete_after) {
    const day = formatDay(inZone(delete_after, time_zone).day, locale);
    return (
      <StatusPill tint="rejected" icon={IconTrash}>
        {t('modules.organization.deletes_on', { day })}
      </StatusPill>
    );
  }
  return active ? (
    <StatusPill tint="approved" icon={IconCheck}>
      {t('modules.organization.active')}
    </StatusPill>
  ) : (
    <StatusPill tint="inactive" icon={IconMinus}>
      {t('modules.organization.inactive')}
    </StatusPill>
  );
}

/** Chooses the organisation to act for; every further call is for it, and the banner says so. */
function ActCell({ organization: { id, name } }: CellProps) {
  const { t } = useI18n();
  const { organization: current } = useSession();
  const navigate = useNavigate();
  const { actFor, busy } = useActFor();
  const act = async () => {
    if (await actFor(id)) await navigate({ to: '/dashboard' });
  };
  return (
    <Button {...waiting(busy, act)} data-open-row>
      {t(current?.id === id ? 'modules.organization.act.again' : 'modules.organization.act.choose')}
      <span className="vh">, {name}</span>
    </Button>
  );
}

/** The columns of the list. */
export function useOrganizationColumns(): Column<ListedOrganization>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('modules.organization.list.column_name'),
        cell: cells.name,
        width: '32%',
        phone: 'name',
      },
      {
        id: 'groups',
        header: t('modules.organization.list.column_groups'),
        cell: cells.groups,
        align: 'end',
        from: 'lg',
        phone: 'none',
      },
      {
        id: 'participants',
        header: t('modules.organization.list.column_participants'),
        cell: cells.participants,
        align: 'end',
        from: 'md',
        phone: 'none',
      },
      {
        id: 'users',
        header: t('modules.organization.list.column_users'),
        cell: cells.users,
        align: 'end',
        from: 'lg',
        phone: 'none',
      },
      {
        id: 'activity',
        header: t('modules.organization.list.column_activity'),
        cell: cells.activity,
        from: 'lg',
        phone: 'none',
      },
      {
        id: 'state',
        header: t('modules.organization.list.column_state'),
        cell: cells.state,
        phone: 'corner',
      },
      { id: 'act', header: t('modules.organization.list.column_act'), cell: cells.act, quiet: true },
      {
        id: 'actions',
        header: t('modules.organization.list.column_actions'),
        cell: cells.actions,
        quiet: true,
        width: '1%',
        phone: 'end',
      },
    ],
    [t],
  );
}
