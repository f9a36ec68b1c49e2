import { Link } from '@tanstack/react-router';
import { type ActivityEntry, activityActions } from '@vpisnik/contract/activity';
import { formatDateTime } from '@vpisnik/contract/rules/format';
import { isRole } from '@vpisnik/contract/rules/roles';
import { useMemo } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import type { Column } from '../../../ui/table/DataTable.tsx';
import classes from './activity.module.css';
import { bulkFacts } from './bulk-facts.ts';
import { exportFacts } from './export-words.ts';
import { isOfPayments, paymentFacts } from './payment-facts.ts';

type CellProps = { entry: ActivityEntry };

const cells = {
  action: (row: ActivityEntry) => <ActionCell entry={row} />,
  actor: (row: ActivityEntry) => <ActorCell entry={row} />,
  when: (row: ActivityEntry) => <WhenCell entry={row} />,
};

/** The action with its details below. An action that is newer than this page shows its raw name. */
function ActionCell({ entry: { action, entity, entity_id, changes } }: CellProps) {
  const { t, locale } = useI18n();
  const known = activityActions.find((one) => one === action);
  const word = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(word).join(', ') || '–';
    return isRole(value) ? t(`layout.roles.${value}`) : String(value);
  };
  const { name, from, to, browser, system, provider, passkey, call } = changes;
  const change = [from, to].filter((one) => one !== undefined && one !== null).map(word);
  const device = [browser, system].filter(Boolean).join(', ');
  const ofPayments = isOfPayments(action, changes);
  const facts =
    action === 'participants_exported' || action === 'emails_exported'
      ? exportFacts(changes, { t, locale })
      : [
          ...[name, change.join(' → '), device, provider, passkey, call],
          ...(ofPayments
            ? paymentFacts(changes, { t, locale })
            : entity === 'bulk_job' || entity === 'message'
              ? bulkFacts(changes, { t, locale })
              : []),
        ].filter((one) => typeof one === 'string' && one);
  const words = known ? t(`modules.activity.actions.${known}`) : action;
  return (
    <div>
      <span className={classes.action}>
        {entity === 'message' && entity_id ? (
          <Link to="/messages/$message_id" params={{ message_id: entity_id }}>
            {words}
          </Link>
        ) : (
          words
        )}
      </span>
      {facts.length > 0 && <span className={classes.second}>{facts.join(' · ')}</span>}
    </div>
  );
}

function ActorCell({ entry: { actor } }: CellProps) {
  const { t } = useI18n();
  return actor || t('modules.activity.nobody');
}

function WhenCell({ entry: { created_at } }: CellProps) {
  const { locale } = useI18n();
  const timeZone = useTimeZone();
  return <span className="num">{formatDateTime(created_at, { locale, timeZone })}</span>;
}

/** The columns of the log. */
export function useActivityColumns(): Column<ActivityEntry>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        id: 'action',
        header: t('modules.activity.column_action'),
        cell: cells.action,
        width: '50%',
        phone: 'name',
      },
      { id: 'actor', header: t('modules.activity.column_actor'), cell: cells.actor },
      { id: 'when', header: t('modules.activity.column_when'), cell: cells.when, phone: 'end' },
    ],
    [t],
  );
}
