import { useState } from 'react';
import { numberOf, type WholeNumber } from '../../../../lib/form/whole-number.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { WholeNumberField } from '../../../../ui/form/WholeNumberField.tsx';
import type { ParticipantsSearch } from '../address.ts';
import classes from './filters.module.css';
import type { FilterChange } from './use-filters.tsx';

type RangeProps = { filters: ParticipantsSearch; onChange: (change: FilterChange) => void };

/** First and last day of application. */
export function DaysFilter({ filters, onChange }: RangeProps) {
  const { t } = useI18n();
  const { applied_from: from = null, applied_to: to = null } = filters;
  return (
    <div className={classes.range}>
      <DateInput
        label={t('modules.participant.filters.from')}
        value={from}
        max={to}
        onChange={(day) => onChange({ applied_from: day ?? undefined })}
      />
      <DateInput
        label={t('modules.participant.filters.to')}
        value={to}
        min={from}
        onChange={(day) => onChange({ applied_to: day ?? undefined })}
      />
    </div>
  );
}

/** Ages on a day, today unless another one is chosen. */
export function AgeFilter({ filters, onChange }: RangeProps) {
  const { t } = useI18n();
  return (
    <div className={classes.range}>
      <AgeField
        label={t('modules.participant.filters.age_from')}
        value={filters.age_from}
        onChange={(age_from) => onChange({ age_from })}
      />
      <AgeField
        label={t('modules.participant.filters.age_to')}
        value={filters.age_to}
        onChange={(age_to) => onChange({ age_to })}
      />
      <DateInput
        label={t('modules.participant.filters.age_on')}
        hint={t('modules.participant.filters.age_on_hint')}
        value={filters.age_on ?? null}
        clearable
        onChange={(day) => onChange({ age_on: day ?? undefined })}
      />
    </div>
  );
}

type AgeFieldProps = {
  label: string;
  value: number | undefined;
  onChange: (age: number | undefined) => void;
};

/** An age; anything that is none stays in the field and filters nothing. */
function AgeField({ label, value, onChange }: AgeFieldProps) {
  const { t } = useI18n();
  const [typed, setTyped] = useState<WholeNumber>(value ?? null);
  const age = numberOf(typed);
  const isOutside = age !== null && (age < 0 || age > 150);
  return (
    <WholeNumberField
      label={label}
      value={typed}
      error={isOutside && t('modules.participant.filters.age_bounds')}
      onChange={(next) => {
        setTyped(next);
        const years = numberOf(next);
        onChange(years !== null && years >= 0 && years <= 150 ? years : undefined);
      }}
    />
  );
}
