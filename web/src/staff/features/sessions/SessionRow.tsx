import { Checkbox } from '@mantine/core';
import { formatDay, formatTimeRange, weekdayName } from '@vpisnik/contract/rules/format';
import { dayOf } from '@vpisnik/contract/rules/schedule';
import { goesAhead } from '@vpisnik/contract/rules/timetable';
import type { Session } from '@vpisnik/contract/sessions';
import { useI18n } from '../../../lib/text/i18n.ts';
import { RowMenu } from '../../../ui/table/RowMenu.tsx';
import { useAbsenceWords } from './absence-words.ts';
import { useDepartureWords } from './departure-words.ts';
import { SessionItems } from './SessionItems.tsx';
import classes from './schedule.module.css';
import type { ExceptionTask } from './values.ts';

type SessionRowProps = {
  session: Session;
  isLocked: boolean;
  onTask: (task: ExceptionTask) => void;
  /** Whether it is chosen among several; absent where it can't be. */
  chosen?: boolean | undefined;
  onChoose: (chosen: boolean) => void;
};

/** A date of a group: its time, its departure from the schedule, and its actions. */
export function SessionRow({ session, isLocked, onTask, chosen, onChoose }: SessionRowProps) {
  const { t, locale } = useI18n();
  const departure = useDepartureWords();
  const absence = useAbsenceWords()(session);
  const { date } = session;
  const day = `${weekdayName(dayOf(date), locale, 'short')} ${formatDay(date, locale)}`;
  const elsewhere = session.other_location_id !== null && session.location_name;
  const said = [elsewhere, departure(session)].filter(Boolean).join(', ');
  const at = formatTimeRange(session, locale);
  return (
    <li data-cancelled={!goesAhead(session) || undefined}>
      <span className="num">
        {chosen !== undefined && (
          <Checkbox
            className={classes.choose}
            aria-label={t('modules.schedule.several.choose', { date: `${day}, ${at}` })}
            checked={chosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        )}
        {goesAhead(session) ? day : <s>{day}</s>} <span>{at}</span>
      </span>
      <span className={classes.said}>
        {said}
        {said && absence && <br />}
        {absence}
      </span>
      {!isLocked && (
        <RowMenu name={`${day}, ${at}`}>
          <SessionItems session={session} onTask={onTask} />
        </RowMenu>
      )}
    </li>
  );
}
