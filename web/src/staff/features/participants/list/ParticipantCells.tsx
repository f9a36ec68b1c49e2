import { Link } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/common';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { formatDateTime, formatInstant } from '@vpisnik/contract/rules/format';
import { use } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { CallButton } from '../contact/CallButton.tsx';
import { contactOf } from '../contact/contact.ts';
import classes from './list.module.css';
import { addressOf, ListPlace } from './list-place.ts';

type CellProps = { participant: ParticipantSummary };

/** Name as the row's link, and who is written to: a guardian by name, and the address. */
export function WhoCell({ participant: { id, name, email, guardian_name } }: CellProps) {
  const { t } = useI18n();
  const groupId = use(ListPlace);
  return (
    <div className={classes.who}>
      <Link {...addressOf(groupId, id)} data-open-row={id}>
        {name}
      </Link>
      {guardian_name && <span title={guardian_name}>{guardian_name}</span>}
      <span title={email ?? undefined}>{email ?? t('modules.participant.list.no_email')}</span>
    </div>
  );
}

/** The telephone of the guardian, or else of the participant, as a button that calls it. */
export function ContactCell({ participant }: CellProps) {
  const { phone, name } = contactOf(participant);
  return phone && <CallButton phone={phone} name={name} />;
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
