import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { bestText } from '@vpisnik/contract/common';
import { formatShortDay, formatTime, weekdayName } from '@vpisnik/contract/rules/format';
import { days, endTime } from '@vpisnik/contract/rules/schedule';
import { goesAhead } from '@vpisnik/contract/rules/timetable';
import type { Session } from '@vpisnik/contract/sessions';
import { useDeferredValue } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import type { Locale } from '../../../lib/text/locale.ts';
import mark from '../../../ui/marks/GroupMark.module.css';
import { useAbsenceWords } from '../sessions/absence-words.ts';
import { useDepartureWords } from '../sessions/departure-words.ts';
import { sessionKey } from '../sessions/session-key.ts';
import classes from './agenda.module.css';
import { useClashWords } from './clash-words.ts';
import { EventMenu } from './EventMenu.tsx';
import type { SessionClash } from './queries.ts';
import { daysOf, hasEnded } from './week.ts';

type AgendaProps = {
  monday: string;
  /** The first day shown. */
  from: string;
  sessions: readonly Session[];
  clashes: ReadonlyMap<Session, SessionClash[]>;
  now: { day: string; time: string };
  /** Where another agenda is beside it. */
  label?: string;
};

/** Rows that more than fill a telephone; a big school has 200 a week, and drawing them all would keep the first waiting. */
const AT_ONCE = 12;

/** The sessions of a week day by day, one below the other. */
export function Agenda({ monday, from, sessions, clashes, now, label }: AgendaProps) {
  const { t } = useI18n();
  // paper, which is of no day, has no later
  const isWhole = useDeferredValue(true, now.day === '');
  const days = daysOf(monday)
    .map((day, at) => ({ day, at, ofDay: sessions.filter(({ date }) => date === day) }))
    .filter(({ day, ofDay }) => day >= from && ofDay.length > 0);
  const first = new Set(days.flatMap(({ ofDay }) => ofDay).slice(0, AT_ONCE));
  return (
    <section className={classes.agenda} aria-label={label ?? t('modules.dashboard.agenda')}>
      {days.length === 0 && <p className={classes.none}>{t('modules.dashboard.no_more')}</p>}
      {days.map(({ day, at, ofDay }) => (
        <div key={day}>
          <DayHead day={day} column={at} isToday={day === now.day} count={ofDay.length} />
          <ol>
            {ofDay.map((session) => (
              <li key={sessionKey(session)}>
                {(isWhole || first.has(session)) && (
                  <>
                    <Row
                      session={session}
                      clashes={clashes.get(session) ?? []}
                      isPast={hasEnded(session, now)}
                    />
                    {now.day !== '' && (
                      <EventMenu session={session} today={now.day} className={classes.acts} />
                    )}
                  </>
                )}
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

const upperFirst = (text: string, locale: Locale) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

type DayHeadProps = { day: string; column: number; isToday: boolean; count: number };

function DayHead({ day, column, isToday, count }: DayHeadProps) {
  const { t, locale } = useI18n();
  const weekday = weekdayName(days[column] ?? 'monday', locale);
  const date = formatShortDay(day, locale);
  return (
    <h2 aria-current={isToday ? 'date' : undefined}>
      {isToday
        ? t('modules.dashboard.today_is', { weekday, date })
        : `${upperFirst(weekday, locale)}, ${date}`}
      <span>{t('modules.dashboard.sessions', { count })}</span>
    </h2>
  );
}

type RowProps = { session: Session; clashes: readonly SessionClash[]; isPast: boolean };

function Row({ session, clashes, isPast }: RowProps) {
  const { t, locale } = useI18n();
  const departureWords = useDepartureWords();
  const absence = useAbsenceWords()(session);
  const clashWords = useClashWords();
  const isHeld = goesAhead(session);
  const departure = departureWords(session);
  const name = bestText(session.group_name, locale);
  const where = [session.location_name, ...session.leaders.map((leader) => leader.name)]
    .filter(Boolean)
    .join(', ');
  return (
    <Link
      to="/groups/$group_id"
      params={{ group_id: session.group_id }}
      search={{ tab: 'participants' }}
      className={mark.mark}
      style={{ '--c': session.background_color }}
      data-past={isPast || undefined}
      data-cancelled={!isHeld || undefined}
    >
      <span className={classes.start}>{formatTime(session.start_time, locale)}</span>
      <b lang={name.language}>{isHeld ? name.text : <s>{name.text}</s>}</b>
      <span className={classes.places}>
        {!isHeld
          ? t('modules.dashboard.state.cancelled')
          : session.places === null
            ? t('modules.dashboard.taken', { count: session.taken })
            : t('modules.dashboard.taken_of', { taken: session.taken, count: session.places })}
      </span>
      <span className={classes.end}>{formatTime(endTime(session), locale)}</span>
      <span className={classes.where}>
        {where}
        {departure && <span className={classes.said}>{departure}</span>}
        {absence && <span className={classes.said}>{absence}</span>}
        {clashes.map(clashWords).map((warning) => (
          <span key={warning} className={classes.clash}>
            <IconAlertTriangle size={14} stroke={2.25} aria-hidden />
            {warning}
          </span>
        ))}
      </span>
    </Link>
  );
}
