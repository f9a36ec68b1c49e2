import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { existing, yearsBetween } from '@vpisnik/contract/rules/dates';
import { formatDateTime, formatDay, formatInstant } from '@vpisnik/contract/rules/format';
import { localDay } from '@vpisnik/contract/rules/schedule';
import { bestText } from '@vpisnik/contract/rules/texts';
import { type ReactNode, use } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { CallButton } from '../contact/CallButton.tsx';
import { contactOf } from '../contact/contact.ts';
import { OfferMark } from '../offers/OfferMark.tsx';
import { StatusMenu } from '../Status.tsx';
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

/** A short fact; on a phone, where columns have no headers, with its name. */
export function PlainCell({ header, children }: { header: string; children: ReactNode }) {
  if (children === null || children === undefined) return null;
  return (
    <span className={classes.plain}>
      <span className={classes.label}>{header}: </span>
      {children}
    </span>
  );
}

/** Age today; the day of birth as a tooltip. */
export function AgeCell({ participant: { birth_date } }: CellProps) {
  const { t, locale } = useI18n();
  const today = localDay(new Date(), useTimeZone());
  if (birth_date === null || birth_date > today) return null;
  return (
    <span className={classes.date} title={formatDay(birth_date, locale)}>
      {t('modules.participant.detail.age', { count: yearsBetween(birth_date, today) })}
    </span>
  );
}

/** A minor's contact: name and telephone. */
export function GuardianCell({ participant: { guardian_name, guardian_phone } }: CellProps) {
  if (!guardian_name && !guardian_phone) return null;
  return (
    <span className={classes.plain}>
      {guardian_name}
      {guardian_name && guardian_phone && <br />}
      {guardian_phone}
    </span>
  );
}

/** The status, for those who may decide with a menu, and how they stand with an offer of a place. */
export function StatusCell({ participant }: CellProps) {
  return (
    <div className={classes.status}>
      <StatusMenu participant={participant} />
      <OfferMark participant={participant} />
    </div>
  );
}

/** Until when a place is offered to them. */
export function OfferCell({ participant: { offer_until } }: CellProps) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  if (offer_until === null) return null;
  return (
    <PlainCell header={t('modules.participant.list.column_offer')}>
      {formatDateTime(offer_until, { locale, timeZone })}
    </PlainCell>
  );
}

/** The language they applied in. */
export function LanguageCell({ participant: { language } }: CellProps) {
  const { t } = useI18n();
  return (
    <PlainCell header={t('modules.participant.filters.language')}>
      {t(`modules.participant.filters.languages.${language}`)}
    </PlainCell>
  );
}

type AnswerCellProps = CellProps & {
  /** The field of the catalogue, or the group's own question. */
  question: string;
  header: string;
};

/** What they answered, in the words of then; sensitive answers are marked. */
export function AnswerCell({ participant: { answers = [], language }, question, header }: AnswerCellProps) {
  const { t, locale } = useI18n();
  const given = answers.filter(
    ({ form_field_id, field_id }) => form_field_id === question || field_id === question,
  );
  if (given.length === 0) return null;
  return (
    <PlainCell header={header}>
      {given.map(({ field_id, type, text, sensitive }) => {
        const day = type === 'date' ? existing(text) : null;
        return (
          <span key={field_id} className={classes.answer} {...(!day && { lang: language })}>
            {sensitive && (
              <IconLock size={14} stroke={2} aria-label={t('modules.participant.detail.sensitive')} />
            )}
            {day ? formatDay(day, locale) : text}
          </span>
        );
      })}
    </PlainCell>
  );
}
