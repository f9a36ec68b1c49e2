import type { EditField } from '@vpisnik/contract/rules/applicant-page';
import { answerName, type FormEntries } from '@vpisnik/contract/rules/application-form';
import { existing, typedDay } from '@vpisnik/contract/rules/dates';
import { describedBy, Field, idOf } from '../../apply/form/Field.tsx';
import { exampleDay } from '../../apply/form/problems.ts';
import { Question } from '../../apply/form/Question.tsx';
import { useLocalized, usePage } from '../../page.tsx';
import { useWords } from '../words.ts';

type Props = { field: EditField; entries: FormEntries; problem: string | undefined };

const ignore = () => {};

/** A question that may be answered anew. Of a sensitive answer only the new one is ever in the page. */
export function EditQuestion({ field, entries, problem }: Props) {
  const { t } = useWords();
  const label = useLocalized()(field.name).children;
  const remark = field.kept
    ? t(isChosen(field) ? 'applicant.edit.kept_choice' : 'applicant.edit.kept')
    : undefined;
  return (
    <>
      {field.widget === 'date' ? (
        <Day field={field} entries={entries} problem={problem} remark={remark} />
      ) : (
        <Question
          field={field}
          entries={entries}
          problem={problem}
          restored={false}
          warning={null}
          onPicked={ignore}
          {...(remark && { remark })}
        />
      )}
      {field.kept && !field.required && (
        <label className="agree clear">
          <input
            className="check"
            type="checkbox"
            name={`clear.${field.id}`}
            value="true"
            defaultChecked={entries.some(([name]) => name === `clear.${field.id}`)}
          />
          <span>{t('applicant.edit.clear', { label })}</span>
        </label>
      )}
    </>
  );
}

const isChosen = ({ widget }: EditField) =>
  widget === 'radio' || widget === 'checkbox' || widget === 'select';

/** A day as people type it: a page without script opens no calendar. */
function Day({ field, entries, problem, remark }: Props & { remark: string | undefined }) {
  const { t, language } = usePage();
  const localized = useLocalized();
  const name = answerName(field);
  const given = entries.find(([key]) => key === name)?.[1] ?? '';
  const day = existing(given);
  const description = localized(field.description);
  const { required, sensitive } = field;
  const asked = {
    ...{ name, required, sensitive, problem },
    label: <span {...localized(field.name)} />,
    hint: (
      <>
        <span {...description} />{' '}
        {t('apply.day_hint', { pattern: t('apply.day_pattern'), example: exampleDay(language) })} {remark}
      </>
    ),
  };
  return (
    <Field asked={asked}>
      <input
        className="input"
        inputMode="numeric"
        autoComplete={field.purpose === 'date_of_birth' ? 'bday' : undefined}
        id={idOf(name)}
        name={name}
        required={required}
        defaultValue={day ? typedDay(day, language) : given}
        {...describedBy(asked)}
      />
    </Field>
  );
}
