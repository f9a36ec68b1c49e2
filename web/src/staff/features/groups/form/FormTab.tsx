import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FieldType, type FormField, usualApplicantEdit, widgetsOf } from '@vpisnik/contract/form-fields';
import { limits } from '@vpisnik/contract/rules/limits';
import { useState } from 'react';
import { reordered } from '../../../../lib/form/values.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { FormSection } from '../../../../ui/form/FormSection.tsx';
import { moved as movedTo, type Side } from '../../../../ui/table/DragHandle.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import classes from '../editor/editor.module.css';
import { useEditor } from '../editor/editor-context.ts';
import { fieldName, groupControlId } from '../editor/problem-text.ts';
import { type FieldValue, nextKey, type QuestionValue } from '../editor/values.ts';
import { focusSoon } from '../focus-soon.ts';
import { FieldCard } from './FieldCard.tsx';
import { FieldPicker, pickerId } from './FieldPicker.tsx';
import { RemoveQuestion } from './RemoveQuestion.tsx';

/** The questions of the application form, between those that every form has. */
export function FormTab() {
  const { t, locale } = useI18n();
  const { form, values, references, group, setOpenField, errorAt } = useEditor();
  const mayManage = useMay('groups.manage');
  const [removing, setRemoving] = useState<FieldValue | null>(null);
  // announces a question's new place to screen readers
  const [announced, announce] = useState('');
  const nameOf = (field: FieldValue) =>
    fieldName(field, { values, catalogue: references.formFields, t, locale });

  const move = (from: number, to: number) => {
    const field = values.fields[from];
    if (!field || to < 0 || to >= values.fields.length) return;
    form.change(({ fields }) => ({ fields: reordered(fields, from, to) }));
    // the focus follows the button, which moves with its question
    focusSoon(groupControlId(`fields.${to}.${to < from ? 'up' : 'down'}`));
    say(field, to);
  };
  const say = (field: FieldValue, at: number, count = values.fields.length) =>
    announce(t('modules.group_form.moved', { name: nameOf(field), place: at + 1, count }));
  const drop = (key: string, to: string, side: Side) => {
    const fields = [...movedTo(values.fields, (one) => one.key, { id: key, to, side })];
    const at = fields.findIndex((one) => one.key === key);
    const field = fields[at];
    if (!field) return;
    form.change({ fields });
    say(field, at);
  };
  const remove = (field: FieldValue) => {
    form.change(({ fields }) => ({ fields: fields.filter((one) => one.key !== field.key) }));
    setRemoving(null);
    focusSoon(pickerId);
  };
  const add = (field: Omit<FieldValue, 'key'>) => {
    const key = nextKey();
    form.change(({ fields }) => ({ fields: [...fields, { ...field, key }] }));
    return key;
  };
  const pick = ({ id, type, required }: FormField) => {
    const field = { form_field_id: id, question: null, widget: widgetsOf[type as FieldType][0], required };
    const at = values.fields.length;
    say({ ...field, key: add(field) }, at, at + 1);
  };
  const addOwn = () => {
    const question: QuestionValue = {
      type: 'text',
      name: {},
      description: {},
      options: [],
      sensitive: false,
      applicant_edit: usualApplicantEdit,
    };
    setOpenField(add({ form_field_id: null, question, widget: 'text', required: false }));
  };
  const error = errorAt('fields');
  return (
    <FormSection title={t('modules.group_form.title')} description={t('modules.group_form.hint')}>
      <p className={classes.fixed}>{t('modules.group_form.fixed_first')}</p>
      {values.fields.length === 0 ? (
        <p className={classes.hint}>{t('modules.group_form.empty')}</p>
      ) : (
        <ol className={classes.questions} aria-label={t('modules.group_form.list')}>
          {values.fields.map((field, at) => (
            <FieldCard
              key={field.key}
              field={field}
              at={at}
              name={nameOf(field)}
              onMove={(by) => move(at, at + by)}
              onDrop={drop}
              // An answer may exist only where the question has been saved.
              onRemove={() => (group && field.id ? setRemoving(field) : remove(field))}
            />
          ))}
        </ol>
      )}
      {error && <p className={classes.slotError}>{error}</p>}
      {mayManage && values.fields.length < limits.fields && (
        <div className={classes.adding}>
          <FieldPicker onPick={pick} />
          <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={addOwn}>
            {t('modules.group_form.add_own')}
          </Button>
        </div>
      )}
      <p className={classes.fixed}>{t('modules.group_form.fixed_last')}</p>
      <span className="vh" role="status">
        {announced}
      </span>
      {group && (
        <RemoveQuestion
          groupId={group.id}
          field={removing}
          name={removing ? nameOf(removing) : ''}
          onConfirm={() => removing && remove(removing)}
          onCancel={() => setRemoving(null)}
        />
      )}
    </FormSection>
  );
}
