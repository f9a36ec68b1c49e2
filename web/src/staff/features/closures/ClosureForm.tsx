import { TextInput } from '@mantine/core';
import type { ClosureDay } from '@vpisnik/contract/closures';
import type { Language, Texts } from '@vpisnik/contract/common';
import { useEffect, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useEntityForm } from '../../../lib/form/entity-form.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useNow } from '../../../lib/time/use-now.ts';
import { useTimeZone } from '../../../lib/time/use-time-zone.ts';
import { DateInput } from '../../../ui/date/DateInput.tsx';
import { FieldPair } from '../../../ui/form/FormSection.tsx';
import { SheetForm } from '../../../ui/form/FormSheet.tsx';
import { useControls, useFormWords } from '../../../ui/form/form-words.ts';
import { Optional } from '../../../ui/form/Optional.tsx';
import { ConflictNotice } from '../../../ui/form/saving/ConflictNotice.tsx';
import { notify } from '../../../ui/notice/notify.ts';
import { NotifyPeople } from '../session-notices/NotifyPeople.tsx';
import { type ClosureValues, daysToTell, problemsOf, valuesOf, wireOf } from './values.ts';

type Row = ClosureDay & { version: number };

type ClosureFormProps = {
  closure: ClosureDay | null;
  languages: readonly Language[];
  /** Whether anything was filled in. */
  onDirty: (dirty: boolean) => void;
  onSaved: () => void;
  onClose: () => void;
};

/** The form of closed days; saving a known holiday or break stores it as a changed one. */
export function ClosureForm({ closure, languages, onDirty, onSaved, onClose }: ClosureFormProps) {
  const { t, locale } = useI18n();
  const api = useApi();
  const { day: today } = useNow(useTimeZone());
  const [isTold, setTold] = useState(false);
  const source = closure?.source ?? null;
  const form = useEntityForm<ClosureValues, Row>({
    initial: closure as Row | null,
    valuesOf,
    problemsOf: (values) => problemsOf(values, languages),
    send: async (values, _fields, base) => {
      const body = wireOf(values) as { name: Texts; start_date: string; end_date: string };
      const { id = null, version = 0 } = base ?? {};
      return (await (id === null
        ? api.closures.create({ body: { ...body, source, notify: isTold } })
        : api.closures.update({ params: { id }, body: { ...body, version, notify: isTold } }))) as Row;
    },
  });
  useEffect(() => onDirty(form.dirty), [form.dirty, onDirty]);
  const { values } = form;
  const { summary, describe } = useFormWords(values, (field) => t(`modules.closure.fields.${field}`));
  const { text, control } = useControls(form);
  const finish = async (saving: Promise<Row | undefined>) => {
    if (!(await saving)) return;
    notify({ message: 'modules.closure.saved' });
    onSaved();
  };
  const several = languages.length > 1;
  const days = daysToTell(values, closure, today);
  const date = (field: 'start_date' | 'end_date') => ({
    ...control(field),
    name: field,
    label: (
      <>
        {t(`modules.closure.fields.${field}`)}
        {field === 'end_date' && <Optional />}
      </>
    ),
    labelText: t(`modules.closure.fields.${field}`),
    onError: (message: string | null) => form.sayTyped(field, message),
  });
  return (
    <SheetForm
      errors={summary(form.problems)}
      refusals={form.refusals}
      failure={form.failure ? errorText(form.failure, t, 'errors.closure.save') : null}
      saving={form.saving}
      submit={t('modules.closure.save')}
      notice={<ConflictNotice form={form} describe={describe} finish={finish} />}
      onSubmit={() => finish(form.save())}
      onClose={onClose}
    >
      {languages.map((language, at) => (
        <TextInput
          key={language}
          {...text(`name.${language}`)}
          label={
            <>
              {several
                ? `${t('modules.closure.fields.name')} (${t(`layout.languages_within.${language}`)})`
                : t('modules.closure.fields.name')}
              {at > 0 && <Optional />}
            </>
          }
          {...(language === locale && { placeholder: t('modules.closure.name_example') })}
          {...(at === 0 && { 'data-autofocus': true })}
        />
      ))}
      <FieldPair>
        <DateInput {...date('start_date')} />
        <DateInput {...date('end_date')} min={values.start_date} />
      </FieldPair>
      {days && <NotifyPeople about={days} checked={isTold} onChange={setTold} />}
    </SheetForm>
  );
}
