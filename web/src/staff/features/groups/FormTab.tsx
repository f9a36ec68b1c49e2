import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { bestText } from '@vpisnik/contract/common';
import { type FieldType, type FormField, widgetsOf } from '@vpisnik/contract/form-fields';
import { limits } from '@vpisnik/contract/limits';
import { useState } from 'react';
import { useI18n } from '../../../lib/i18n.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { FormSection } from '../../../ui/FormSection.tsx';
import { useMay } from '../../permission/Permission.tsx';
import classes from './editor.module.css';
import { useEditor } from './editor-context.ts';
import { FieldCard } from './FieldCard.tsx';
import { focusSoon } from './focus-soon.ts';
import { type FieldValue, nextKey } from './group-form.ts';
import { controlId, fieldName } from './problem-text.ts';

const addId = controlId('fields.add');

/** The questions of the application form, between those that every form has. */
export function FormTab() {
  const { t, locale } = useI18n();
  const { form, values, references, group, setOpenField, errorAt } = useEditor();
  const mayManage = useMay('groups.manage');
  const [removing, setRemoving] = useState<FieldValue | null>(null);
  // Says where a question has gone, for those who don't see it move.
  const [moved, setMoved] = useState('');
  const nameOf = (field: FieldValue) =>
    fieldName(field, { values, catalogue: references.formFields, t, locale });

  const move = (from: number, to: number) => {
    const field = values.fields[from];
    if (!field || to < 0 || to >= values.fields.length) return;
    form.reorderListItem('fields', { from, to });
    // The button goes with its question, and so does the focus.
    focusSoon(controlId(`fields.${to}.${to < from ? 'up' : 'down'}`));
    setMoved(
      t('modules.group.form.moved', { name: nameOf(field), place: to + 1, count: values.fields.length }),
    );
  };
  const remove = (field: FieldValue) => {
    form.removeListItem(
      'fields',
      values.fields.findIndex((one) => one.key === field.key),
    );
    setRemoving(null);
    focusSoon(addId);
  };
  const add = (field: Omit<FieldValue, 'key'>) => {
    const key = nextKey();
    form.insertListItem('fields', { ...field, key });
    return key;
  };
  const pick = ({ id, type, required }: FormField) =>
    add({ form_field_id: id, question: null, widget: widgetsOf[type as FieldType][0], required });
  const addOwn = () => {
    const question = { type: 'text' as const, name: {}, description: {}, options: [], sensitive: false };
    setOpenField(add({ form_field_id: null, question, widget: 'text', required: false }));
  };
  const error = errorAt('fields');
  return (
    <FormSection title={t('modules.group.form.title')} description={t('modules.group.form.hint')}>
      <p className={classes.fixed}>{t('modules.group.form.fixed_first')}</p>
      {values.fields.length === 0 ? (
        <p className={classes.hint}>{t('modules.group.form.empty')}</p>
      ) : (
        <ol className={classes.questions} aria-label={t('modules.group.form.list')}>
          {values.fields.map((field, at) => (
            <FieldCard
              key={field.key}
              field={field}
              at={at}
              name={nameOf(field)}
              onMove={(by) => move(at, at + by)}
              // An answer may exist only where the question has been saved.
              onRemove={() => (group && field.id ? setRemoving(field) : remove(field))}
            />
          ))}
        </ol>
      )}
      {error && <p className={classes.slotError}>{error}</p>}
      {mayManage && values.fields.length < limits.fields && (
        <div className={classes.adding}>
          <CatalogueMenu onPick={pick} />
          <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={addOwn}>
            {t('modules.group.form.add_own')}
          </Button>
        </div>
      )}
      <p className={classes.fixed}>{t('modules.group.form.fixed_last')}</p>
      <span className="vh" role="status">
        {moved}
      </span>
      <ConfirmDialog
        opened={removing !== null}
        title={t('modules.group.form.remove_title', { name: removing ? nameOf(removing) : '' })}
        confirm={t('modules.group.form.remove_confirm')}
        danger
        onConfirm={() => removing && remove(removing)}
        onCancel={() => setRemoving(null)}
      >
        {t('modules.group.form.remove_text')}
      </ConfirmDialog>
    </FormSection>
  );
}

/** Fields of the catalogue that are not on the form yet; one that lacks a language of the group says so and stays shut. */
function CatalogueMenu({ onPick }: { onPick: (field: FormField) => void }) {
  const { t, locale } = useI18n();
  const { values, references } = useEditor();
  const offered = references.formFields.filter(
    ({ id, active }) => active && !values.fields.some((one) => one.form_field_id === id),
  );
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button id={addId} leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}>
          {t('modules.group.form.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.catalogue ?? ''}>
        <Menu.Label>
          {t(offered.length > 0 ? 'modules.group.form.catalogue' : 'modules.group.form.catalogue_empty')}
        </Menu.Label>
        {offered.map((field) => {
          const lacking = values.languages.filter((one) => !field.languages.includes(one));
          const languages = lacking.map((one) => t(`layout.languages.${one}`)).join(', ');
          return (
            <Menu.Item key={field.id} onClick={() => onPick(field)} disabled={lacking.length > 0}>
              {bestText(field.name, locale).text}
              <span className={classes.second}>
                {lacking.length > 0
                  ? t('modules.group.form.lacks', { languages })
                  : t(`modules.group.types.${field.type as FieldType}`)}
              </span>
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
