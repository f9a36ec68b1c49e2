import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { numberOf, type WholeNumber } from '../../../../lib/form/whole-number.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { WholeNumberField } from '../../../../ui/form/WholeNumberField.tsx';
import { isReversed, type ParticipantsSearch } from '../address.ts';
import classes from './filters.module.css';
import type { FilterChange } from './use-filters.tsx';

type RangeProps = { filters: ParticipantsSearch; onChange: (change: FilterChange) => void };

/** First and last day of application. */
export function DaysFilter({ filters: { applied_from, applied_to }, onChange }: RangeProps) {
  const { t } = useI18n();
  return (
    <DaysRange
      name="applied"
      label={t('modules.participant.filters.applied')}
      from={applied_from}
      to={applied_to}
      onChange={(from, to) => onChange({ applied_from: from, applied_to: to })}
    />
  );
}

type DaysRangeProps = {
  /** The fields are `<name>_from` and `<name>_to`. */
  name: string;
  label: string;
  from: string | undefined;
  to: string | undefined;
  onChange: (from: string | undefined, to: string | undefined) => void;
};

/** First and last day; of two in the wrong order the one entered last is refused at its field and filters nothing. */
export function DaysRange({ name, label, from: first, to: last, onChange }: DaysRangeProps) {
  const { t } = useI18n();
  const [ends, setEnds] = useTypedEnds<{ from: string | null; to: string | null }>({
    from: first ?? null,
    to: last ?? null,
  });
  const change = (end: 'from' | 'to', day: string | null) => {
    const next = { ...ends, [end]: day };
    // the day that it replaces filters no more
    const applied = isReversed(next.from, next.to) ? { ...next, [end]: null } : next;
    setEnds(next, applied);
    onChange(applied.from ?? undefined, applied.to ?? undefined);
  };
  return (
    <fieldset className={classes.range}>
      <legend className="vh">{label}</legend>
      <DateInput
        name={`${name}_from`}
        label={t('modules.participant.filters.from')}
        value={ends.from}
        max={ends.to}
        onChange={(day) => change('from', day)}
      />
      <DateInput
        name={`${name}_to`}
        label={t('modules.participant.filters.to')}
        value={ends.to}
        min={ends.from}
        onChange={(day) => change('to', day)}
      />
    </fieldset>
  );
}

type AgeEnd = 'age_from' | 'age_to';
type TypedAges = Record<AgeEnd, WholeNumber>;

/** Ages on a day, today unless another one is chosen; of two in the wrong order the one typed last is refused and filters nothing. */
export function AgeFilter({ filters, onChange }: RangeProps) {
  const { t } = useI18n();
  const { age_from = null, age_to = null } = filters;
  const [ages, setAges] = useTypedEnds<TypedAges>({ age_from, age_to });
  // an unfinished entry is no mistake yet
  const [left, setLeft] = useState<AgeEnd | null>(null);
  const isWrongOrder = isReversed(ageOf(ages.age_from), ageOf(ages.age_to));
  const change = (end: AgeEnd, age: WholeNumber) => {
    const next = { ...ages, [end]: age };
    const ends = { age_from: ageOf(next.age_from), age_to: ageOf(next.age_to) };
    // a refused 10 takes back its 1, which was applied while it was typed
    const applied = isReversed(ends.age_from, ends.age_to) ? { ...ends, [end]: null } : ends;
    setLeft(null);
    setAges(next, applied);
    onChange({ age_from: applied.age_from ?? undefined, age_to: applied.age_to ?? undefined });
  };
  const fieldOf = (end: AgeEnd) => (
    <WholeNumberField
      label={t(`modules.participant.filters.${end}`)}
      value={ages[end]}
      error={
        isOutside(ages[end])
          ? t('modules.participant.filters.age_bounds')
          : isWrongOrder && left === end && t('modules.participant.filters.age_order')
      }
      onBlur={() => setLeft(end)}
      onChange={(age) => change(end, age)}
    />
  );
  return (
    <fieldset className={classes.range}>
      <legend className="vh">{t('modules.participant.filters.age')}</legend>
      {fieldOf('age_from')}
      {fieldOf('age_to')}
      <DateInput
        name="age_on"
        label={t('modules.participant.filters.age_on')}
        hint={t('modules.participant.filters.age_on_hint')}
        value={filters.age_on ?? null}
        clearable
        onChange={(day) => onChange({ age_on: day ?? undefined })}
      />
    </fieldset>
  );
}

const isOutside = (age: WholeNumber) => typeof age === 'number' && (age < 0 || age > 150);
/** An age that can be asked for; anything else stays in its field. */
const ageOf = (age: WholeNumber) => (isOutside(age) ? null : numberOf(age));

/**
 * The ends of a range as they are typed, which are more than the filter while they can't be applied. A filter that is changed
 * elsewhere, by "clear" for instance, replaces them.
 *
 * @returns the ends, and a function that sets them with the filter that they become
 */
function useTypedEnds<Ends extends object>(filter: Ends) {
  const [typed, setTyped] = useState(filter);
  const key = JSON.stringify(filter);
  const applied = useRef(key);
  const follow = useEffectEvent(() => {
    if (applied.current === key) return;
    applied.current = key;
    setTyped(filter);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the filter changes
  useEffect(() => follow(), [key]);
  const set = (next: Ends, becomes: Ends) => {
    setTyped(next);
    applied.current = JSON.stringify(becomes);
  };
  return [typed, set] as const;
}
