import { type ApplicantPage, type ApplicantSession, actsOf } from '@vpisnik/contract/rules/applicant-page';
import { formatShortDay, formatTime, formatTimeRange, weekdayName } from '@vpisnik/contract/rules/format';
import { dayOf } from '@vpisnik/contract/rules/schedule';
import { goesAhead } from '@vpisnik/contract/rules/timetable';
import { linkTo } from '../links.ts';
import { useLocalized, usePage } from '../page.tsx';
import { Act } from './Act.tsx';
import { Sign } from './Sign.tsx';
import { Where } from './Where.tsx';
import { applicationPath, useWords } from './words.ts';

/** How many dates are shown at once. */
const SOON = 4;

/** The next dates with what is different about them, and ways to have them in one's own calendar. */
export function Dates({ page }: { page: ApplicantPage }) {
  const { t, day } = useWords();
  const { sessions, has_later_sessions, group } = page.application;
  const last = sessions.at(-1);
  return (
    <section className="sec" aria-labelledby="dates">
      <h2 id="dates">{t('applicant.dates.heading')}</h2>
      {sessions.length === 0 && (
        <div className="empty card">
          <b>{t('applicant.dates.none')}</b>
          <p>{t('applicant.dates.none_text')}</p>
        </div>
      )}
      {sessions.length > 0 && <List sessions={sessions.slice(0, SOON)} page={page} />}
      {last && sessions.length > SOON && (
        <details className="all">
          <summary>
            {t(has_later_sessions ? 'applicant.dates.more' : 'applicant.dates.all', { day: day(last.date) })}
            <Sign name="chevron-down" />
          </summary>
          <List sessions={sessions.slice(SOON)} page={page} />
        </details>
      )}
      {group.has_calendar && <Calendar page={page} />}
      <Where page={page} />
    </section>
  );
}

const List = ({ sessions, page }: { sessions: ApplicantSession[]; page: ApplicantPage }) => (
  <ul className="dates card">
    {sessions.map((session) => (
      <Session key={`${session.date} ${session.start_time}`} session={session} page={page} />
    ))}
  </ul>
);

function Session({ session, page }: { session: ApplicantSession; page: ApplicantPage }) {
  const { t } = useWords();
  const { language } = usePage();
  const { place } = page.application.group;
  const { date, state, moved_from, other_place, absent } = session;
  const reason = useLocalized()(session.reason);
  const comes = goesAhead(session);
  const time = formatTimeRange(session, language);
  const act = `${absent ? 'coming' : 'absent'}${page.application.for_child ? '' : '_self'}` as const;
  const from = moved_from && fromWords(session, moved_from, language);
  return (
    <li className={comes ? undefined : 'off'}>
      <span className="d">
        <span aria-hidden="true">{weekdayName(dayOf(date), language, 'short')}</span>
        <span className="vh">{weekdayName(dayOf(date), language)}</span>
        <b>{formatShortDay(date, language).replaceAll(' ', '\u00a0')}</b>
      </span>
      <div>
        <span className="t">
          {comes ? time : <s>{time}</s>}
          {!comes && <b>{t('applicant.dates.cancelled')}</b>}
          {from && <span className="w"> {t('applicant.dates.moved', { from })}</span>}
          {state === 'added' && <span className="w"> {t('applicant.dates.added')}</span>}
        </span>
        {comes && (other_place ?? place?.name) && (
          <span className="w">
            {other_place ?? place?.name}
            {other_place && <b> {t('applicant.dates.elsewhere')}</b>}
          </span>
        )}
        {reason.children && <span className="w" {...reason} />}
        {absent && comes && <b className="away">{t('applicant.dates.is_absent')}</b>}
      </div>
      {comes && actsOf[page.application.state].includes('absent') && (
        <Act
          page={page}
          act={absent ? 'coming' : 'absent'}
          className="btn"
          label={t(`applicant.dates.${act}`)}
          name={t(`applicant.dates.${act}_of`, { day: formatShortDay(date, language) })}
        >
          <input type="hidden" name="date" value={date} />
        </Act>
      )}
    </li>
  );
}

/** What was before: the day, on the same day the time, and nothing where only the place is another. */
function fromWords(
  { date, start_time }: ApplicantSession,
  before: { date: string; start_time: string },
  language: 'sl' | 'en',
): string | null {
  if (before.date !== date) return formatShortDay(before.date, language).replaceAll(' ', '\u00a0');
  return before.start_time === start_time ? null : formatTime(before.start_time, language);
}

function Calendar({ page }: { page: ApplicantPage }) {
  const { t } = useWords();
  const here = usePage();
  const { reference, group } = page.application;
  return (
    <details className="cal">
      <summary className="btn">
        <Sign name="calendar-plus" />
        {t('applicant.dates.calendar')}
      </summary>
      <ul>
        {group.feed && (
          <li>
            <Sign name="calendar-repeat" />
            <div>
              <a href={group.feed} rel="external noreferrer">
                {t('applicant.dates.feed')}
              </a>
              <span>{t('applicant.dates.feed_text')}</span>
            </div>
          </li>
        )}
        <li>
          <Sign name="download" />
          <div>
            <a href={linkTo(applicationPath(page, reference, 'calendar.ics'), here)} download>
              {t('applicant.dates.file')}
            </a>
            <span>{t('applicant.dates.file_text')}</span>
          </div>
        </li>
      </ul>
    </details>
  );
}
