import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { limits } from '@vpisnik/contract/rules/limits';
import { reordered } from '../../../../lib/form/values.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { DragHandle, moved, type Side } from '../../../../ui/table/DragHandle.tsx';
import classes from '../editor/editor.module.css';
import { useEditor, useFieldChange, useTextInput } from '../editor/editor-context.ts';
import { groupControlId } from '../editor/problem-text.ts';
import type { QuestionValue } from '../editor/values.ts';
import { focusSoon } from '../focus-soon.ts';
import { newOption } from './new-option.ts';

const icon = { size: 18, stroke: 1.75 } as const;

/** The options of a choice, in the language that is shown. */
export function QuestionOptions({ at: place, options }: { at: number; options: QuestionValue['options'] }) {
  const { t } = useI18n();
  const { language, errorAt } = useEditor();
  const { changeQuestion } = useFieldChange(place);
  const path = `fields.${place}.question`;
  const addId = groupControlId(`${path}.options`);
  const error = errorAt(`${path}.options`);
  const add = () => {
    changeQuestion((now) => ({ options: [...now.options, newOption()] }));
    focusSoon(groupControlId(`${path}.options.${options.length}.name.${language}`));
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= options.length) return;
    changeQuestion((now) => ({ options: reordered(now.options, from, to) }));
    focusSoon(groupControlId(`${path}.options.${to}.${to < from ? 'up' : 'down'}`));
  };
  const drop = (value: string, to: string, side: Side) =>
    changeQuestion((now) => ({
      options: [...moved(now.options, (one) => one.value, { id: value, to, side })],
    }));
  return (
    <fieldset className={classes.options}>
      <legend>{t('modules.group.fields.options')}</legend>
      {error && <p className={classes.slotError}>{error}</p>}
      <ol>
        {options.map((option, at) => (
          <li key={option.value}>
            <DragHandle list={path} id={option.value} onDrop={drop} />
            <OptionName path={path} at={at} />
            <ActionIcon
              id={groupControlId(`${path}.options.${at}.up`)}
              aria-label={t('modules.group_form.option_up', { place: at + 1 })}
              aria-disabled={at === 0}
              onClick={() => move(at, at - 1)}
            >
              <IconArrowUp {...icon} />
            </ActionIcon>
            <ActionIcon
              id={groupControlId(`${path}.options.${at}.down`)}
              aria-label={t('modules.group_form.option_down', { place: at + 1 })}
              aria-disabled={at === options.length - 1}
              onClick={() => move(at, at + 1)}
            >
              <IconArrowDown {...icon} />
            </ActionIcon>
            <ActionIcon
              aria-label={t('modules.group_form.remove_option', { place: at + 1 })}
              onClick={() => {
                changeQuestion((now) => ({ options: now.options.toSpliced(at, 1) }));
                focusSoon(addId);
              }}
            >
              <IconTrash {...icon} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      {options.length < limits.options && (
        <Button id={addId} leftSection={<IconPlus {...icon} aria-hidden />} onClick={add}>
          {t('modules.group_form.add_option')}
        </Button>
      )}
    </fieldset>
  );
}

function OptionName({ path, at }: { path: string; at: number }) {
  const { t } = useI18n();
  const { language } = useEditor();
  return (
    <TextInput
      {...useTextInput(`${path}.options.${at}.name.${language}`, 'fields')}
      aria-label={t('modules.group_form.option_n', { place: at + 1 })}
      lang={language}
    />
  );
}
