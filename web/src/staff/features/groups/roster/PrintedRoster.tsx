import type { Group } from '@vpisnik/contract/groups';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import { existing, yearsBetween } from '@vpisnik/contract/rules/dates';
import { formatDay, inZone } from '@vpisnik/contract/rules/format';
import { shownStatusOf } from '@vpisnik/contract/rules/statuses';
import type { Session } from '@vpisnik/contract/sessions';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { contactOf } from '../../participants/contact/contact.ts';
import { formatUntil, offerStandOf } from '../../participants/offers/offer-stand.ts';
import { DayHead } from './DayHead.tsx';
import { PresenceBox } from './PresenceBox.tsx';
import classes from './roster-print.module.css';
import { Sheet } from './Sheet.tsx';

/** When a group meets. */
export type Meeting = Pick<Session, 'date' | 'start_time' | 'absent'>;

type PrintedRosterProps = {
  group: Group;
  people: readonly ParticipantSummary[];
  asOf: string;
  boxes: number;
  /** The coming sessions in their order, for the heads of the boxes. */
  coming: readonly Meeting[];
};

/**
 * The printed sheet: facts of the group and its participants by name, with `boxes` empty boxes each. With boxes it is for
 * the hall: e-mail addresses and days of application give their room to the boxes.
 */
export function PrintedRoster({ group, people, asOf, boxes, coming }: PrintedRosterProps) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const today = inZone(asOf, timeZone).day;
  const isAged = people.some(({ birth_date }) => birth_date);
  const columns = Array.from({ length: boxes }, (_, at) => at + 1);
  return (
    <Sheet group={group} count={people.length} asOf={asOf} isAged={isAged}>
      {
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
                  {columns.map((column) => (
                    <DayHead key={column} meeting={coming[column - 1]} coming={coming} />
                  ))}
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
                  <StatusLines person={person} />
                  {boxes === 0 && (
                    <td className={`${classes.applied} num`}>
                      {formatDay(inZone(person.application_date, timeZone).day, locale)}
                    </td>
                  )}
                  {columns.map((column) => (
                    <PresenceBox key={column} person={person} meeting={coming[column - 1]} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      }
    </Sheet>
  );
}

/** The age on a day by the date of birth that was answered; empty without one, or with one still to come. */
function ageOf({ birth_date }: ParticipantSummary, today: string): string {
  const born = existing(birth_date ?? '');
  return born && born <= today ? String(yearsBetween(born, today)) : '';
}

/** The status, and until when a place is offered to someone in the queue. */
function StatusLines({ person }: { person: ParticipantSummary }) {
  const { t, locale } = useI18n();
  const timeZone = useTimeZone();
  const { offer_until } = person;
  return (
    <td>
      <span>{t(`modules.participant.status.${shownStatusOf(person)}`)}</span>
      {offer_until !== null && offerStandOf(person) === 'open' && (
        <span>
          {t('modules.participant.offer.until', { until: formatUntil(offer_until, { locale, timeZone }) })}
        </span>
      )}
    </td>
  );
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
