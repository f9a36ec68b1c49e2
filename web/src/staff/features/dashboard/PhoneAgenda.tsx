import { addDays } from '@vpisnik/contract/rules/dates';
import { weekdayName } from '@vpisnik/contract/rules/format';
import { days as weekdays } from '@vpisnik/contract/rules/schedule';
import { goesAhead } from '@vpisnik/contract/rules/timetable';
import type { Session } from '@vpisnik/contract/sessions';
import { useState } from 'react';
import { useI18n } from '../../../lib/text/i18n.ts';
import { Agenda } from './Agenda.tsx';
import type { DashboardSearch } from './address.ts';
import classes from './agenda.module.css';
import { NextSession } from './NextSession.tsx';
import type { SessionClash } from './queries.ts';
import { daysOf, hasEnded } from './week.ts';

type PhoneAgendaProps = {
  monday: string;
  sessions: readonly Session[];
  clashes: ReadonlyMap<Session, SessionClash[]>;
  now: { day: string; time: string };
  /** What the sessions are narrowed by. */
  search: DashboardSearch;
};

/** A strip of days above the agenda, which begins with today and may begin with any other day. */
export function PhoneAgenda({ monday, sessions, clashes, now, search }: PhoneAgendaProps) {
  const { t, locale } = useI18n();
  const days = daysOf(monday);
  const [from, setFrom] = useState(days.includes(now.day) ? now.day : monday);
  const isOver =
    days.includes(now.day) &&
    !sessions.some((one) => one.date >= now.day && !hasEnded(one, now) && goesAhead(one));
  return (
    <>
      <nav className={classes.strip} aria-label={t('modules.dashboard.days')}>
        {days.map((day, at) => {
          const weekday = weekdays[at] ?? 'monday';
          return (
            <button
              type="button"
              key={day}
              aria-pressed={day === from}
              aria-current={day === now.day ? 'date' : undefined}
              onClick={() => setFrom(day)}
            >
              <span aria-hidden="true">{weekdayName(weekday, locale, 'short')}</span>
              <span className="vh">{weekdayName(weekday, locale)}</span> <b>{Number(day.slice(8))}</b>
              <i data-has={sessions.some(({ date }) => date === day) || undefined} />
            </button>
          );
        })}
      </nav>
      {(!isOver || sessions.some(({ date }) => date >= from)) && (
        <Agenda monday={monday} from={from} sessions={sessions} clashes={clashes} now={now} />
      )}
      {isOver && <NextSession monday={addDays(monday, 7)} search={search} />}
    </>
  );
}
