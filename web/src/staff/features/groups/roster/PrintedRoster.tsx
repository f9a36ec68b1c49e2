import { type Group, groupName } from '@vpisnik/contract/groups';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { existing, yearsBetween } from '@vpisnik/contract/rules/dates';
import {
  formatDateTime,
  formatDay,
  formatSchedule,
  formatShortDay,
  formatTime,
  inZone,
} from '@vpisnik/contract/rules/format';
import type { Session } from '@vpisnik/contract/sessions';
import type { ReactNode } from 'react';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { contactOf } from '../../participants/contact/contact.ts';
import { datesText } from '../dates-text.ts';
import classes from './roster-print.module.css';

/** When a group meets. */
export type Meeting = Pick<Session, 'date' | 'start_time'>;

type PrintedRosterProps = {
  group: Group;
  people: readonly ParticipantSummary[];
  boxes: number;
  /** The coming sessions in their order, for the heads of the boxes. */
  coming: readonly Meeting[];
};

/**
 * The printed sheet: facts of the group and its participants by name, with `boxes` empty boxes each. With boxes it is for
 * the hall: e-mail addresses and days of application give their room to the boxes.
 */
export function PrintedRoster({ group, people, boxes, coming }: PrintedRosterProps) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { organization } = useSession();
  /** On a day with two, the day alone would head both. */
  const isTwice = ({ date }: Meeting) => coming.filter((one) => one.date === date).length > 1;
  const now = new Date();
  const today = inZone(now, timeZone).day;
  const isAged = people.some(({ birth_date }) => birth_date);
  const columns = Array.from({ length: boxes }, (_, at) => at + 1);
  return (
    <article className={classes.sheet}>
      <header>
        <p>{organization?.name}</p>
        <h2>{groupName(group, locale)}</h2>
        <Facts group={group} />
        <p className={classes.asOf}>
          {t('modules.group_tools.print.count', { count: people.length })}
          {' · '}
          {t('modules.group_tools.print.as_of', {
            when: formatDateTime(now.toISOString(), { locale, timeZone }),
          })}
          {isAged && ` · ${t('modules.group_tools.print.age_as_of')}`}
        </p>
      </header>
      {people.length === 0 ? (
        <p>{t('modules.group_tools.print.empty')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard
        <section className={classes.scroll} aria-label={t('modules.group_tools.print.caption')} tabIndex={0}>
          <table>
            <caption className="vh">{t('modules.group_tools.print.caption')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('modules.group_tools.print.number')}</th>
                <th scope="col">{t('modules.participant.list.column_name')}</th>
                {isAged && <th scope="col">{t('modules.group_tools.print.age')}</th>}
                <th scope="col">{t('modules.group_tools.print.contact')}</th>
                <th scope="col">{t('modules.participant.list.column_status')}</th>
                {boxes === 0 && <th scope="col">{t('modules.group_tools.print.applied')}</th>}
                {boxes > 0 && (
                  <th scope="colgroup" colSpan={boxes}>
                    {t('modules.group_tools.print.presence')}
                  </th>
                )}
              </tr>
              {boxes > 0 && coming.length > 0 && (
                <tr>
                  <td colSpan={isAged ? 5 : 4} />
                  {columns.map((column) => {
                    const meeting = coming[column - 1];
                    const className = `${classes.day} num`;
                    // a header without text would be none
                    if (!meeting) return <td key={column} className={className} />;
                    return (
                      <th key={column} scope="col" className={className}>
                        {formatShortDay(meeting.date, locale)}
                        {isTwice(meeting) && <span> {formatTime(meeting.start_time, locale)}</span>}
                      </th>
                    );
                  })}
                </tr>
              )}
            </thead>
            <tbody>
              {people.map((person, at) => (
                <tr key={person.id}>
                  <td className="num">{at + 1}</td>
                  <th scope="row">{person.name}</th>
                  {isAged && <td className="num">{ageOf(person, today)}</td>}
                  <ContactLines person={person} withEmail={boxes === 0} />
                  <td>{t(`modules.participant.status.${person.status}`)}</td>
                  {boxes === 0 && (
                    <td className={`${classes.applied} num`}>
                      {formatDay(inZone(person.application_date, timeZone).day, locale)}
                    </td>
                  )}
                  {columns.map((column) => (
                    <td key={column} className={classes.box} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </article>
  );
}

/** The age on a day by the date of birth that was answered; empty without one, or with one still to come. */
function ageOf({ birth_date }: ParticipantSummary, today: string): string {
  const born = existing(birth_date ?? '');
  return born && born <= today ? String(yearsBetween(born, today)) : '';
}

/** Contact of a participant: the guardian by name if there is one, else the participant. */
function ContactLines({ person, withEmail }: { person: ParticipantSummary; withEmail: boolean }) {
  const { guardian, phone } = contactOf(person);
  return (
    <td>
      {guardian && <span>{guardian}</span>}
      {phone && <span className="num">{phone}</span>}
      {withEmail && person.email && <span className={classes.email}>{person.email}</span>}
    </td>
  );
}

function Facts({ group }: { group: Group }) {
  const { t, locale } = useI18n();
  const { places, taken, waiting } = group;
  const facts: [string, ReactNode][] = [
    [t('modules.group_tools.print.schedule'), formatSchedule(group.schedule, locale)],
    [t('modules.group_tools.print.dates'), datesText(group, { t, locale })],
    [t('modules.group_tools.print.place'), group.location_name],
    [t('modules.group_tools.print.leaders'), group.leaders.map(({ name }) => name).join(', ')],
    [
      t('modules.group_tools.print.places'),
      places === null
        ? t('modules.participant.group.taken_unlimited', { count: taken })
        : t('modules.participant.group.taken', { taken, count: places }),
    ],
    [
      t('modules.participant.status.waitlisted'),
      waiting > 0 && t('modules.participant.group.waiting', { count: waiting }),
    ],
  ];
  return (
    <dl>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
