import { Radio } from '@mantine/core';
import type { ComparedField } from '@vpisnik/contract/same-person';
import { useId } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import classes from './compare.module.css';
import { fieldLabel, fieldValue } from './field-words.ts';

type ComparedRowProps = {
  field: ComparedField;
  /** Whether the other application's value is chosen. */
  takes: boolean;
  /** Without it there is nothing to choose. */
  onChoose: ((takes: boolean) => void) | undefined;
};

/** One field of two applications: a choice where both say something else, else what holds. */
export function ComparedRow({ field, takes, onChoose }: ComparedRowProps) {
  const { t, locale } = useI18n();
  const label = useId();
  const name = fieldLabel(field, t);
  const isChoice = field.settled === 'choice' && onChoose !== undefined;
  const [kept, other] = [field.kept, field.other].map((value) => fieldValue(field, value, t, locale));
  const empty = <span className={classes.dim}>{t('modules.same_person.empty')}</span>;
  const cell = (value: string | undefined, isOther: boolean) =>
    isChoice ? (
      <div className={classes.choice} data-chosen={isOther === takes || undefined}>
        <Radio name={label} label={value} checked={isOther === takes} onChange={() => onChoose(isOther)} />
      </div>
    ) : (
      <div className={classes.said}>
        <span>{value || empty}</span>
      </div>
    );
  const note =
    onChoose && (field.settled === 'only' || field.settled === 'stricter')
      ? t(`modules.same_person.note.${field.settled}`)
      : null;
  return (
    <div className={classes.row} {...(isChoice && { role: 'radiogroup', 'aria-labelledby': label })}>
      <div className={classes.label}>
        <span id={label}>{name}</span>
        {note && <small>{note}</small>}
      </div>
      {field.settled === 'same' ? (
        <div className={classes.both}>{kept}</div>
      ) : (
        <>
          {cell(kept, false)}
          {cell(other, true)}
        </>
      )}
    </div>
  );
}
