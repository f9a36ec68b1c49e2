import { Radio } from '@mantine/core';
import type { ComparedField } from '@vpisnik/contract/same-person';
import { useId } from 'react';
import { useI18n } from '../../../../lib/text/i18n.ts';
import classes from './compare.module.css';
import { fieldLabel, fieldValue } from './field-words.ts';

type ComparedRowProps = {
  field: ComparedField;
  /** By which each value is told to be of one application or the other. */
  references: { kept: string; other: string };
  /** Whether the other application's value is chosen; undefined while neither is. */
  takes: boolean | undefined;
  /** Whether merging was tried, so that a choice which is still open is an error. */
  isTried: boolean;
  /** Without it there is nothing to choose. */
  onChoose: ((takes: boolean) => void) | undefined;
};

/** One field of two applications: a choice where both say something else, else what holds. */
export function ComparedRow({ field, references, takes, isTried, onChoose }: ComparedRowProps) {
  const { t, locale } = useI18n();
  const label = useId();
  const hint = useId();
  const name = fieldLabel(field, t);
  const isChoice = field.settled === 'choice' && onChoose !== undefined;
  const isOpen = isChoice && takes === undefined;
  const isWrong = isOpen && isTried;
  const cell = (side: 'kept' | 'other') => {
    const value = fieldValue(field, field[side], t, locale);
    const whose = (
      <span className={`vh ${classes.whose}`}>
        <span className="vh">, </span>
        {references[side]}
      </span>
    );
    const isOther = side === 'other';
    return isChoice ? (
      <div className={classes.choice} data-chosen={isOther === takes || undefined}>
        <Radio
          name={label}
          label={
            <>
              {value}
              {whose}
            </>
          }
          checked={isOther === takes}
          onChange={() => onChoose(isOther)}
        />
      </div>
    ) : (
      <div className={classes.said}>
        <span>{value || <span className={classes.dim}>{t('modules.same_person.empty')}</span>}</span>
        {whose}
      </div>
    );
  };
  const note = onChoose && noteOf(field);
  return (
    <div
      className={classes.row}
      data-open={isOpen || undefined}
      {...(isChoice && {
        ...{ role: 'radiogroup', 'aria-labelledby': label, 'aria-describedby': hint },
        ...{ 'aria-required': field.sensitive === true, 'aria-invalid': isWrong },
      })}
    >
      <div className={classes.label}>
        <span id={label}>{name}</span>
        <div id={hint}>
          {note && <small>{t(`modules.same_person.note.${note}`)}</small>}
          {isWrong && <small data-wrong>{t('modules.same_person.undecided')}</small>}
        </div>
      </div>
      {field.settled === 'same' ? (
        <div className={classes.both}>{fieldValue(field, field.kept, t, locale)}</div>
      ) : (
        <>
          {cell('kept')}
          {cell('other')}
        </>
      )}
    </div>
  );
}

function noteOf({ settled, sensitive }: ComparedField) {
  if (settled === 'choice') return sensitive ? 'sensitive' : undefined;
  return settled === 'same' ? undefined : settled;
}
