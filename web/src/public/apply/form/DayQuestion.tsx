import { existing, parseTypedDay } from '@vpisnik/contract/rules/dates';
import { useEffect, useRef, useState } from 'react';
import { DateField } from '../../../ui/date/DateField.tsx';
import { usePage } from '../../page.tsx';
import { type Asked, idOf, OptionalMark } from './Field.tsx';
import { exampleDay } from './problems.ts';

type Props = {
  asked: Asked;
  label: string;
  given: string;
  warning: string | null;
  /** The day is when the person was born. */
  ofBirth: boolean;
  onPicked: () => void;
};

/** A day, typed or picked; without script the form sends the typed text and the server parses it. */
export function DayQuestion({ asked, label, given, warning, ofBirth, onPicked }: Props) {
  const { t, language } = usePage();
  const initial = existing(given) ?? parseTypedDay(given, language);
  const [day, setDay] = useState(initial);
  const shown = useRef(day);
  // a day that is picked comes without an event of the form
  useEffect(() => {
    if (shown.current !== day) onPicked();
    shown.current = day;
  }, [day, onPicked]);
  const example = { pattern: t('apply.day_pattern'), example: exampleDay(language) };
  return (
    <div className="day" data-bad={asked.problem ? true : undefined}>
      <DateField
        id={idOf(asked.name)}
        typedName={asked.name}
        {...(given && !initial && { typedAtFirst: given })}
        {...(ofBirth && { autoComplete: 'bday' })}
        value={day}
        onChange={setDay}
        locale={language}
        t={t}
        label={
          <>
            {asked.label}
            <OptionalMark asked={asked} />
          </>
        }
        labelText={label}
        hint={
          <>
            {asked.hint && <>{asked.hint} </>}
            {t('apply.day_hint', example)}
            {asked.sensitive && <> {t('apply.sensitive')}</>}
            {asked.unsaved && <> {t('draft.unsaved')}</>}
          </>
        }
        required={asked.required ?? false}
        density="comfortable"
        error={asked.problem}
      />
      {warning && (
        <p className="warn" role="status">
          {warning}
        </p>
      )}
    </div>
  );
}
