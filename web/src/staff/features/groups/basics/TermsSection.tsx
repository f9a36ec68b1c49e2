import { useI18n } from '../../../../lib/text/i18n.ts';
import { DateInput } from '../../../../ui/date/DateInput.tsx';
import { FieldPair, FormSection } from '../../../../ui/form/FormSection.tsx';
import { Optional } from '../../../../ui/form/Optional.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { groupControlId } from '../editor/problem-text.ts';
import { ScheduleEditor } from '../schedule/ScheduleEditor.tsx';

/** First and last day, and the week between them. */
export function TermsSection() {
  const { t } = useI18n();
  const { form, values, errorAt, isLocked } = useEditor();
  const date = (field: 'start_date' | 'end_date') => {
    const label = t(`modules.group.fields.${field}`);
    return {
      id: groupControlId(field),
      name: field,
      label: (
        <>
          {label}
          <Optional />
        </>
      ),
      labelText: label,
      value: values[field],
      onChange: (day: string | null) => form.change({ [field]: day }),
      readonly: isLocked(field),
      error: errorAt(field),
      onError: (message: string | null) => form.sayTyped(field, message),
    };
  };
  return (
    <FormSection
      title={t('modules.group.sections.terms')}
      description={t('modules.group.sections.terms_hint')}
    >
      <FieldPair>
        <DateInput {...date('start_date')} />
        <DateInput {...date('end_date')} min={values.start_date} />
      </FieldPair>
      <ScheduleEditor />
    </FormSection>
  );
}
