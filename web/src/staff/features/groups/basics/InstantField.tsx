import { inZone } from '@vpisnik/contract/rules/format';
import { useRef } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { useTimeZone } from '../../../../lib/time/use-time-zone.ts';
import { instantOf } from '../../../../lib/time/zone.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { parseTime, TimeField } from '../../../../ui/date/TimeField.tsx';
import { Optional } from '../../../../ui/form/Optional.tsx';
import classes from '../editor/editor.module.css';
import { lockedProps, useEditor } from '../editor/editor-context.ts';
import { groupControlId } from '../editor/problem-text.ts';

type InstantFieldProps = {
  field: 'apply_from' | 'apply_until';
  /** The time until one is typed. */
  defaultTime: string;
  /** The moment that it does not precede. */
  after?: string | null;
};

function parts(value: string | null, timeZone: string): { day: string | null; time: string } {
  if (value === null) return { day: null, time: '' };
  if (!Number.isNaN(Date.parse(value))) return inZone(value, timeZone);
  const [day = '', time = ''] = value.split('T');
  return { day, time };
}

/** A moment as day and time in the organisation's zone. */
export function InstantField({ field, defaultTime, after = null }: InstantFieldProps) {
  const { t } = useI18n();
  const timeZone = useTimeZone();
  const { form, values, errorAt, isLocked } = useEditor();
  const { day, time } = parts(values[field], timeZone);
  // remembers the time while the day is incomplete
  const lastTime = useRef(time || defaultTime);
  const error = errorAt(field);
  const isTime = parseTime(time) === null;

  const set = (nextDay: string | null, nextTime: string) => {
    const known = parseTime(nextTime);
    if (known) lastTime.current = known;
    const next = known ? nextDay && instantOf(nextDay, known, timeZone) : `${nextDay}T${nextTime}`;
    form.change({ [field]: nextDay === null ? null : next });
  };
  const label = t(`modules.group.fields.${field}`);
  const id = groupControlId(field);
  return (
    <DateInput
      id={id}
      name={field}
      label={
        <>
          {label}
          <Optional />
        </>
      }
      labelText={label}
      value={day}
      min={parts(after, timeZone).day}
      onChange={(next) => set(next, time || lastTime.current)}
      readonly={isLocked(field)}
      error={error}
      onError={(message) => form.sayTyped(field, message)}
      beside={
        day !== null && (
          <TimeField
            id={`${id}-time`}
            className={classes.time}
            aria-label={`${label}, ${t('modules.group.fields.time')}`}
            value={time}
            onChange={(next) => set(day, next)}
            {...lockedProps(isLocked(field))}
            error={isTime ? error : undefined}
            // the field of the day shows it: the box of a time is too narrow for a sentence
            errorProps={{ className: 'vh' }}
          />
        )
      }
    />
  );
}
