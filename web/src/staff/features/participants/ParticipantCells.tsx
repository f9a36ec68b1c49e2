import { Link } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/common';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { use } from 'react';
import { formatDateTime, formatInstant } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { useTimeZone } from '../groups/Enrolment.tsx';
import classes from './list.module.css';
import { addressOf, ListPlace } from './list-place.ts';

type CellProps = { participant: ParticipantSummary };

/** Name as the row's link, and the address. */
export function WhoCell({ participant: { id, name, email } }: CellProps) {
  const { t } = useI18n();
  const groupId = use(ListPlace);
  return (
    <div className={classes.who}>
      <Link {...addressOf(groupId, id)} data-open-row={id}>
        {name}
      </Link>
      <span title={email ?? undefined}>{email ?? t('modules.participant.list.no_email')}</span>
    </div>
  );
}

/** The group's name. */
export function GroupCell({ participant }: CellProps) {
  const { locale } = useI18n();
  const name = bestText(participant.group_name, locale);
  return (
    <span className={classes.group} lang={name.language}>
      {name.text}
    </span>
  );
}

/** When the application came, short; in full as a tooltip. */
export function DateCell({ participant: { application_date } }: CellProps) {
  const { locale } = useI18n();
  const timeZone = useTimeZone();
  return (
    <time
      className={classes.date}
      dateTime={application_date}
      title={formatDateTime(application_date, { locale, timeZone })}
    >
      {formatInstant(application_date, { locale, timeZone })}
    </time>
  );
}
