import { ActionIcon } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { formatTime, weekdayName } from '@vpisnik/contract/rules/format';
import { type Day, days, endTime, meetWeekly, minutesOf, type Slot } from '@vpisnik/contract/rules/schedule';
import { useState } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { parseTime, TimeField } from '../../../../ui/date/TimeField.tsx';
import { WholeNumberField } from '../../../../ui/form/WholeNumberField.tsx';
import { ClashList } from '../../sessions/ClashList.tsx';
import classes from '../editor/editor.module.css';
import { lockedProps, useEditor } from '../editor/editor-context.ts';
import { groupControlId } from '../editor/problem-text.ts';
import { nextKey, slotOf } from '../editor/values.ts';
import { focusSoon } from '../focus-soon.ts';
import { CopySlot } from './CopySlot.tsx';
import { useScheduleClashes } from './use-schedule-clashes.ts';

/** The next slot of a day: after the day's last, else at the time of the week's first. */
function proposedSlot(day: Day, schedule: readonly Slot[]): Slot {
  const ofDay = schedule.filter((slot) => slot.day === day);
  const last = ofDay.toSorted((a, b) => a.start_time.localeCompare(b.start_time)).at(-1);
  if (
    last &&
    last.duration > 0 &&
    parseTime(last.start_time) &&
    minutesOf(last.start_time) + last.duration < 24 * 60
  )
    return { day, start_time: endTime(last), duration: last.duration };
  return {
    day,
    start_time: (schedule[0] && parseTime(schedule[0].start_time)) ?? '17:00',
    duration: schedule[0]?.duration || 60,
  };
}

/** Whether a slot overlaps an earlier one of the list; incomplete slots overlap nothing. */
function meetsAnother(at: number, schedule: readonly Slot[]): boolean {
  const slot = schedule[at];
  return schedule.some(
    (other, index) =>
      slot !== undefined && index < at && parseTime(other.start_time) !== null && meetWeekly(slot, other),
  );
}

const addId = (day: Day) => groupControlId(`schedule.${day}.add`);

/** The week with its meetings, several a day. */
export function ScheduleEditor() {
  const { t, locale } = useI18n();
  const { form, values, isLocked } = useEditor();
  const locked = isLocked('schedule');
  const clashesAt = useScheduleClashes();
  const add = (day: Day) => {
    const slot = { ...proposedSlot(day, values.schedule.map(slotOf)), key: nextKey() };
    form.change(({ schedule }) => ({ schedule: [...schedule, slot] }));
    focusSoon(groupControlId(`schedule.${values.schedule.length}.start_time`));
  };
  return (
    <ul className={classes.week} aria-label={t('modules.group.fields.schedule')}>
      {days.map((day) => {
        const name = weekdayName(day, locale);
        const slots = values.schedule.flatMap((slot, at) => (slot.day === day ? [{ slot, at }] : []));
        return (
          <li key={day}>
            <b className={classes.dayName} data-off={slots.length === 0 || undefined}>
              {name}
            </b>
            <div className={classes.slots}>
              {slots.map(({ slot, at }) => (
                <SlotFields key={slot.key} at={at} clashes={clashesAt(at)} />
              ))}
              {slots.length === 0 && <span className="vh">{t('modules.group.schedule.none')}</span>}
            </div>
            {!locked && (
              <ActionIcon
                id={addId(day)}
                onClick={() => add(day)}
                aria-label={t('modules.group.schedule.add', { day: name })}
              >
                <IconPlus size={18} stroke={1.75} />
              </ActionIcon>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type SlotFieldsProps = { at: number /** Descriptions of the slot's clashes. */; clashes: string[] };

function SlotFields({ at, clashes }: SlotFieldsProps) {
  const { t, locale } = useI18n();
  const { form, values, errorAt, isLocked } = useEditor();
  const [isTyping, setTyping] = useState(false);
  const schedule = values.schedule.map(slotOf);
  const slot = schedule[at];
  if (!slot) return null;
  const duration = values.schedule[at]?.duration ?? null;
  const locked = isLocked('schedule');
  const day = weekdayName(slot.day, locale);
  const [startPath, durationPath] = [`schedule.${at}.start_time`, `schedule.${at}.duration`] as const;
  const isTime = parseTime(slot.start_time) !== null && slot.duration > 0;
  const durationError =
    errorAt(durationPath) ??
    (typeof duration === 'string' && !isTyping ? t('errors.general.integer') : undefined);
  const error =
    errorAt(startPath) ??
    durationError ??
    (isTime && meetsAnother(at, schedule) ? t('modules.group.problems.slots_overlap') : undefined);
  const errorId = `${groupControlId(startPath)}-error`;
  // Mantine knows only the descriptions that it draws itself
  const described = error ? { attributes: { input: { 'aria-describedby': errorId } } } : {};
  const ends = isTime ? formatTime(endTime(slot), locale) : null;
  const isOvernight = isTime && minutesOf(slot.start_time) + slot.duration > 24 * 60;
  const remove = () => {
    form.change(({ schedule }) => ({ schedule: schedule.toSpliced(at, 1) }));
    focusSoon(addId(slot.day));
  };
  return (
    <div className={classes.slot}>
      <TimeField
        id={groupControlId(startPath)}
        aria-label={t('modules.group.schedule.start', { day })}
        value={slot.start_time}
        onChange={(time) => form.set(startPath, time)}
        {...lockedProps(locked)}
        error={error !== undefined && durationError === undefined}
        {...described}
      />
      <WholeNumberField
        id={groupControlId(durationPath)}
        aria-label={t('modules.group.schedule.duration', { day })}
        value={duration}
        onChange={(value) => {
          setTyping(true);
          form.set(durationPath, value);
        }}
        onBlur={() => setTyping(false)}
        {...lockedProps(locked)}
        error={durationError !== undefined}
        {...described}
      />
      <span className={classes.until}>
        {ends
          ? t(isOvernight ? 'modules.schedule.until_next_day' : 'modules.group.schedule.until', {
              time: ends,
            })
          : t('modules.group.schedule.minutes')}
      </span>
      {!locked && (
        <div className={classes.slotActs}>
          <CopySlot at={at} />
          <ActionIcon
            onClick={remove}
            aria-label={t('modules.group.schedule.remove', { day, time: slot.start_time })}
          >
            <IconTrash size={18} stroke={1.75} />
          </ActionIcon>
        </div>
      )}
      {error && (
        <p className={classes.slotError} id={errorId}>
          {error}
        </p>
      )}
      <ClashList clashes={clashes} />
    </div>
  );
}
