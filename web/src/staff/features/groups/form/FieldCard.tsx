import { ActionIcon, Checkbox, Select } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { type FieldType, type Widget, widgetsOf } from '@vpisnik/contract/form-fields';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { DragHandle, type Side } from '../../../../ui/table/DragHandle.tsx';
import { useMay } from '../../../permission/Permission.tsx';
import classes from '../editor/editor.module.css';
import { useEditor, useFieldChange } from '../editor/editor-context.ts';
import { groupControlId } from '../editor/problem-text.ts';
import type { FieldValue } from '../editor/values.ts';
import { OwnQuestion } from './OwnQuestion.tsx';

type FieldCardProps = {
  field: FieldValue;
  at: number;
  name: string;
  onMove: (by: 1 | -1) => void;
  /** A question, by its key, was put down before or after another one. */
  onDrop: (key: string, to: string, side: Side) => void;
  onRemove: () => void;
};

const icon = { size: 18, stroke: 1.75 } as const;

/** One question of the form: its place, whether it must be answered, how it is shown. */
export function FieldCard({ field, at, name, onMove, onDrop, onRemove }: FieldCardProps) {
  const { t } = useI18n();
  const path = `fields.${at}`;
  const { values, references, errorAt, isLocked, openField, setOpenField } = useEditor();
  const { changeField } = useFieldChange(at);
  const setRequired = (required: boolean) => changeField(() => ({ required }));
  const mayManage = useMay('groups.manage');
  const mayOrder = !isLocked('fields');
  const picked = references.formFields.find(({ id }) => id === field.form_field_id);
  const type = (field.question?.type ?? picked?.type) as FieldType | undefined;
  const sensitive = field.question?.sensitive ?? picked?.sensitive ?? false;
  const choices: readonly Widget[] = type ? widgetsOf[type] : [field.widget];
  const isOpen = openField === field.key;
  const facts = [
    type && t(`modules.group_form.types.${type}`),
    t(field.question ? 'modules.group_form.own' : 'modules.group_form.from_catalogue'),
    sensitive && t('modules.group_form.sensitive'),
    !field.question && !picked && t('modules.group_form.unknown'),
    picked?.active === false && t('modules.group_form.inactive'),
  ];
  const error = errorAt(path) ?? errorAt(`${path}.form_field_id`) ?? errorAt(`${path}.id`);
  return (
    <li className={classes.question}>
      <div className={classes.questionHead}>
        {mayOrder && (
          <div className={classes.order}>
            <DragHandle list="fields" id={field.key} onDrop={onDrop} />
            <div>
              <ActionIcon
                size="sm"
                id={groupControlId(`${path}.up`)}
                aria-label={t('modules.group_form.up', { name })}
                aria-disabled={at === 0}
                onClick={() => onMove(-1)}
              >
                <IconArrowUp {...icon} />
              </ActionIcon>
              <ActionIcon
                size="sm"
                id={groupControlId(`${path}.down`)}
                aria-label={t('modules.group_form.down', { name })}
                aria-disabled={at === values.fields.length - 1}
                onClick={() => onMove(1)}
              >
                <IconArrowDown {...icon} />
              </ActionIcon>
            </div>
          </div>
        )}
        <div className={classes.questionName}>
          <b className={classes.questionTitle}>{name}</b>
          <span className={classes.second}>{facts.filter(Boolean).join(' · ')}</span>
        </div>
        <div className={classes.questionChoices}>
          {choices.length > 1 && (
            <Select
              id={groupControlId(`${path}.widget`)}
              className={classes.widget ?? ''}
              aria-label={t('modules.group_form.widget_of', { name })}
              data={choices.map((one) => ({ value: one, label: t(`modules.group_form.widgets.${one}`) }))}
              value={field.widget}
              onChange={(widget) =>
                changeField((now) => ({ widget: choices.find((one) => one === widget) ?? now.widget }))
              }
              disabled={!mayManage}
              error={errorAt(`${path}.widget`)}
            />
          )}
          <Checkbox
            label={t('modules.group_form.required')}
            aria-label={t('modules.group_form.required_of', { name })}
            checked={field.required}
            onChange={(event) => setRequired(event.currentTarget.checked)}
            disabled={!mayManage}
          />
        </div>
        {mayManage && (
          <div className={classes.questionActions}>
            {field.question && (
              <ActionIcon
                aria-label={t('modules.group_form.edit', { name })}
                aria-expanded={isOpen}
                onClick={() => setOpenField(isOpen ? null : field.key)}
              >
                <IconPencil {...icon} />
              </ActionIcon>
            )}
            <ActionIcon
              id={groupControlId(`${path}.remove`)}
              aria-label={t('modules.group_form.remove', { name })}
              onClick={onRemove}
            >
              <IconTrash {...icon} />
            </ActionIcon>
          </div>
        )}
      </div>
      {error && <p className={classes.slotError}>{error}</p>}
      {field.question && isOpen && mayManage && <OwnQuestion at={at} question={field.question} />}
    </li>
  );
}
