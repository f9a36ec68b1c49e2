import { TextInput } from '@mantine/core';
import { type ClosureDay, closureProblems, closures } from '@vpisnik/contract/closures';
import type { Language, Texts } from '@vpisnik/contract/common';
import type { FieldError } from '@vpisnik/contract/errors';
import { useEffect } from 'react';
import { useApi } from '../../../lib/api.ts';
import { problemsOfBody, useEntityForm } from '../../../lib/entity-form.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { ConflictNotice } from '../../../ui/ConflictNotice.tsx';
import { DateInput } from '../../../ui/DateInput.tsx';
import { FieldPair } from '../../../ui/FormSection.tsx';
import { SheetForm } from '../../../ui/FormSheet.tsx';
import { controlId, errorAt, useFormWords } from '../../../ui/form-words.ts';
import { notify } from '../../../ui/notify.ts';
import { Optional } from '../../../ui/Optional.tsx';

type Values = { name: Texts; start_date: string | null; end_date: string | null };
type Row = ClosureDay & { version: number };

type ClosureFormProps = {
  closure: ClosureDay | null;
  languages: readonly Language[];
  /** Whether anything was filled in. */
  onDirty: (dirty: boolean) => void;
  onSaved: () => void;
  onClose: () => void;
};

/** A single day has no last one of its own. */
const wireOf = ({ name, start_date, end_date }: Values) => ({
  name,
  start_date: start_date ?? undefined,
  end_date: end_date ?? start_date ?? undefined,
});

/** The form of closed days; saving a known holiday or break keeps what was changed about it. */
export function ClosureForm({ closure, languages, onDirty, onSaved, onClose }: ClosureFormProps) {
  const { t } = useI18n();
  const api = useApi();
  const source = closure?.source ?? null;
  const problemsOf = (values: Values): FieldError[] => {
    const { name, start_date = '', end_date = '' } = wireOf(values);
    const whole = closureProblems({ name, start_date, end_date }, languages);
    const found = problemsOfBody(closures.create.body, wireOf(values), whole).filter(
      // of a day that is missing only the first is asked for
      ({ path }) => start_date || path !== 'end_date',
    );
    const isNamed = ({ path }: FieldError) => path.startsWith('name');
    // in the order of the fields
    return [...found.filter(isNamed), ...found.filter((problem) => !isNamed(problem))];
  };
  const form = useEntityForm<Values, Row>({
    initial: closure as Row | null,
    valuesOf: (row) => ({
      name: row?.name ?? {},
      start_date: row?.start_date ?? null,
      end_date: row?.end_date ?? null,
    }),
    problemsOf,
    send: async (values, _fields, base) => {
      const body = wireOf(values) as { name: Texts; start_date: string; end_date: string };
      const { id = null, version = 0 } = base ?? {};
      return (await (id === null
        ? api.closures.create({ body: { ...body, source } })
        : api.closures.update({ params: { id }, body: { ...body, version } }))) as Row;
    },
  });
  useEffect(() => onDirty(form.dirty), [form.dirty, onDirty]);
  const nameOf = (path: string) => {
    const [field] = path.split('.');
    return t(`modules.closure.fields.${field === 'start_date' || field === 'end_date' ? field : 'name'}`);
  };
  const { summary, describe } = useFormWords(nameOf);
  const finish = async (saving: Promise<Row | undefined>) => {
    if (!(await saving)) return;
    notify({ message: 'modules.closure.saved' });
    onSaved();
  };
  const { values, change, problems } = form;
  const several = languages.length > 1;
  const date = (field: 'start_date' | 'end_date') => ({
    id: controlId(field),
    name: field,
    label: (
      <>
        {t(`modules.closure.fields.${field}`)}
        {field === 'end_date' && <Optional />}
      </>
    ),
    labelText: t(`modules.closure.fields.${field}`),
    value: values[field],
    onChange: (day: string | null) => change({ [field]: day }),
    error: errorAt(problems, field, t),
  });
  return (
    <SheetForm
      errors={summary(problems)}
      refusals={form.refusals}
      failure={form.failure ? errorText(form.failure, t, 'errors.closure.save') : null}
      saving={form.saving}
      submit={t('modules.closure.save')}
      notice={
        <ConflictNotice
          fields={form.conflicts.map(describe)}
          busy={form.saving}
          onMine={() => finish(form.keepMine())}
          onTheirs={form.takeTheirs}
        />
      }
      onSubmit={() => finish(form.save())}
      onClose={onClose}
    >
      {languages.map((language, at) => (
        <TextInput
          key={language}
          id={controlId(`name.${language}`)}
          label={
            <>
              {several
                ? `${t('modules.closure.fields.name')} (${t(`layout.languages_within.${language}`)})`
                : t('modules.closure.fields.name')}
              {at > 0 && <Optional />}
            </>
          }
          placeholder={t('modules.closure.name_example')}
          {...(at === 0 && { 'data-autofocus': true })}
          value={values.name[language] ?? ''}
          onChange={(event) => change({ name: { ...values.name, [language]: event.currentTarget.value } })}
          error={errorAt(problems, `name.${language}`, t)}
        />
      ))}
      <FieldPair>
        <DateInput {...date('start_date')} />
        <DateInput {...date('end_date')} min={values.start_date} />
      </FieldPair>
    </SheetForm>
  );
}
