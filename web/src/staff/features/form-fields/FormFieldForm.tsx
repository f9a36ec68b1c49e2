import { Select, Switch } from '@mantine/core';
import type { Language } from '@vpisnik/contract/common';
import {
  applicantEdits,
  type FormField,
  fieldTypes,
  isChoice,
  purposesOf,
} from '@vpisnik/contract/form-fields';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useEntityForm } from '../../../lib/form/entity-form.ts';
import { pickFields } from '../../../lib/form/values.ts';
import { useSession } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { controlId, errorAt } from '../../../ui/form/form-words.ts';
import { CatalogueForm } from '../catalogue/CatalogueForm.tsx';
import { TextsFields } from '../catalogue/TextsFields.tsx';
import { FieldUses } from './FieldUses.tsx';
import { OptionsField } from './OptionsField.tsx';
import { useFieldWords } from './use-field-words.ts';
import { blankOption, type FieldValues, problemsOf, valuesOf, wireOf } from './values.ts';

/** The form of a field of the catalogue. */
export function FormFieldForm({ field }: { field: FormField | null }) {
  const { t } = useI18n();
  const api = useApi();
  const { organization } = useSession();
  const form = useEntityForm<FieldValues, FormField>({
    initial: field,
    valuesOf: (row) => valuesOf(row, organization?.languages ?? ['sl']),
    problemsOf,
    send: (values, fields, base) => {
      if (!base) return api.form_fields.create({ body: wireOf(values) });
      const body = { ...pickFields(wireOf(values), fields), version: base.version };
      return api.form_fields.update({ params: { id: base.id }, body });
    },
  });
  const { values, change, problems, row } = form;
  const [language, setLanguage] = useState<Language>(values.languages[0] ?? 'sl');
  const { summary, describe } = useFieldWords(values);
  const setType = (value: string | null) => {
    const type = fieldTypes.find((one) => one === value) ?? values.type;
    const needsOptions = isChoice(type) && values.options.length === 0;
    const fits = purposesOf(type).some((one) => one === values.purpose);
    change({
      type,
      ...(!fits && { purpose: null }),
      ...(needsOptions && { options: [blankOption(), blankOption()] }),
    });
  };
  const lacksOptions = (one: Language) =>
    isChoice(values.type) && values.options.some(({ name }) => !name[one]?.trim())
      ? t('modules.form_field.fields.options')
      : undefined;
  return (
    <CatalogueForm form={form} errors={summary(problems, setLanguage)} describe={describe}>
      <Select
        id={controlId('type')}
        label={t('modules.form_field.fields.type')}
        data={fieldTypes.map((type) => ({ value: type, label: t(`modules.form_field.types.${type}`) }))}
        value={values.type}
        onChange={setType}
        error={errorAt(problems, 'type', t)}
      />
      <TextsFields
        form={form}
        language={language}
        onLanguage={setLanguage}
        nameLabel={t('modules.form_field.fields.name')}
        nameHint={t('modules.form_field.hints.name')}
        missing={lacksOptions}
      >
        {isChoice(values.type) && (
          <OptionsField
            form={form}
            language={language}
            savedValues={new Set(row?.options.map(({ value }) => value))}
          />
        )}
      </TextsFields>
      <Switch
        id={controlId('required')}
        label={t('modules.form_field.fields.required')}
        description={t('modules.form_field.hints.required')}
        checked={values.required}
        onChange={(event) => change({ required: event.currentTarget.checked })}
      />
      <Switch
        id={controlId('sensitive')}
        label={t('modules.form_field.fields.sensitive')}
        description={t('modules.form_field.hints.sensitive')}
        checked={values.sensitive}
        onChange={(event) => change({ sensitive: event.currentTarget.checked })}
      />
      <Select
        id={controlId('applicant_edit')}
        label={t('modules.form_field.fields.applicant_edit')}
        description={t(
          `modules.form_field.hints.${values.type === 'checkbox' ? 'consent' : 'applicant_edit'}`,
        )}
        data={applicantEdits.map((until) => ({
          value: until,
          label: t(`modules.form_field.applicant_edits.${until}`),
        }))}
        value={values.applicant_edit}
        onChange={(until) => change({ applicant_edit: until ?? values.applicant_edit })}
        allowDeselect={false}
      />
      {purposesOf(values.type).length > 0 && (
        <Select
          id={controlId('purpose')}
          label={t('modules.form_field.fields.purpose')}
          description={t('modules.form_field.hints.purpose')}
          data={[
            { value: '', label: t('modules.form_field.purposes.none') },
            ...purposesOf(values.type).map((purpose) => ({
              value: purpose,
              label: t(`modules.form_field.purposes.${purpose}`),
            })),
          ]}
          value={values.purpose ?? ''}
          onChange={(value) =>
            change({ purpose: purposesOf(values.type).find((one) => one === value) ?? null })
          }
          allowDeselect={false}
          error={errorAt(problems, 'purpose', t)}
        />
      )}
      {field && <FieldUses id={field.id} />}
    </CatalogueForm>
  );
}
