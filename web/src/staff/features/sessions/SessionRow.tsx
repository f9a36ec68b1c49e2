import { Checkbox, Menu } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { formatDay, formatTimeRange, weekdayName } from '@vpisnik/contract/rules/format';
import { dayOf } from '@vpisnik/contract/rules/schedule';
import { takesPlace } from '@vpisnik/contract/rules/timetable';
import type { Session } from '@vpisnik/contract/sessions';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { refusedFields } from '../../../lib/form/problems.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { notify } from '../../../ui/notice/notify.ts';
import { RowMenu } from '../../../ui/table/RowMenu.tsx';
import { useDepartureWords } from './departure-words.ts';
import type { ExceptionTask } from './ExceptionForm.tsx';
import classes from './schedule.module.css';

type SessionRowProps = {
  session: Session;
  isLocked: boolean;
  onTask: (task: ExceptionTask) => void;
  onChanged: () => Promise<unknown>;
  /** Whether it is chosen among several; absent where it can't be. */
  chosen?: boolean | undefined;
  onChoose: (chosen: boolean) => void;
};

/** A date of a group: its time, its departure from the schedule, and its actions. */
export function SessionRow({ session, isLocked, onTask, onChanged, chosen, onChoose }: SessionRowProps) {
  const { t, locale } = useI18n();
  const api = useApi();
  const departure = useDepartureWords();
  const { state, date, start_time, group_id, exception_id } = session;
  const day = `${weekdayName(dayOf(date), locale, 'short')} ${formatDay(date, locale)}`;
  const onError = (error: unknown) => {
    const isTaken = refusedFields(error).some(({ code }) => code === 'slots_overlap');
    const message = isTaken
      ? t('modules.schedule.problems.taken_meanwhile')
      : errorText(error, t, 'errors.session.save');
    notify({ translate: false, message, color: 'error' });
  };
  const restore = useMutation({
    mutationFn: () => api.session_exceptions.remove({ params: { id: exception_id ?? '' } }),
    onSuccess: onChanged,
    onError,
  });
  const hold = useMutation({
    mutationFn: () =>
      api.session_exceptions.create({
        params: { id: group_id },
        body: { kind: 'held', date, start_time },
      }),
    onSuccess: onChanged,
    onError,
  });
  const elsewhere = session.other_location_id !== null && session.location_name;
  const said = [elsewhere, departure(session)].filter(Boolean).join(', ');
  const at = formatTimeRange(session, locale);
  return (
    <li data-cancelled={!takesPlace(session) || undefined}>
      <span className="num">
        {chosen !== undefined && (
          <Checkbox
            className={classes.choose}
            aria-label={t('modules.schedule.several.choose', { date: `${day}, ${at}` })}
            checked={chosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
        )}
        {takesPlace(session) ? day : <s>{day}</s>} <span>{at}</span>
      </span>
      <span className={classes.said}>{said}</span>
      {!isLocked && (
        <RowMenu name={`${day}, ${at}`}>
          {state === 'regular' && (
            <>
              <Menu.Item onClick={() => onTask({ kind: 'move', session })}>
                {t('modules.schedule.move')}
              </Menu.Item>
              <Menu.Item color="error" onClick={() => onTask({ kind: 'cancel', session })}>
                {t('modules.schedule.cancel')}
              </Menu.Item>
            </>
          )}
          {state === 'closed' && (
            <>
              <Menu.Item onClick={() => hold.mutate()}>{t('modules.schedule.hold')}</Menu.Item>
              <Menu.Item onClick={() => onTask({ kind: 'move', session })}>
                {t('modules.schedule.move')}
              </Menu.Item>
            </>
          )}
          {(state === 'moved' || state === 'added') && (
            <Menu.Item onClick={() => onTask({ kind: 'change', session })}>
              {t('modules.schedule.change')}
            </Menu.Item>
          )}
          {exception_id !== null && state !== 'regular' && (
            <Menu.Item {...(state === 'added' && { color: 'error' })} onClick={() => restore.mutate()}>
              {t(
                state === 'added'
                  ? 'modules.schedule.remove'
                  : state === 'held'
                    ? 'modules.schedule.cancel'
                    : 'modules.schedule.restore',
              )}
            </Menu.Item>
          )}
        </RowMenu>
      )}
    </li>
  );
}
