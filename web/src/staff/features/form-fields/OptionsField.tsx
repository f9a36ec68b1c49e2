import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { Language } from '@vpisnik/contract/common';
import { limits } from '@vpisnik/contract/rules/limits';
import { useState } from 'react';
import type { FieldsOf } from '../../../lib/form/entity-form.ts';
import { labelAfter } from '../../../lib/form/proposed-label.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { controlId, errorAt } from '../../../ui/form/form-words.ts';
import { DragHandle, moved, type Side } from '../../../ui/table/DragHandle.tsx';
import classes from './form-fields.module.css';
import { blankOption, type FieldValues, type OptionValue, proposedValue } from './values.ts';

type OptionsFieldProps = {
  form: FieldsOf<FieldValues>;
  language: Language;
  /** Values that answers may already hold; they stay as they are. */
  savedValues: ReadonlySet<string>;
};

const icon = { size: 18, stroke: 1.75 } as const;

/** Moves the focus to a control that the next render brings. */
const focusSoon = (id: string) =>
  requestAnimationFrame(() => requestAnimationFrame(() => document.getElementById(id)?.focus()));

/** The options of a choice: names in the language that is shown, the values that answers hold, and their order. */
export function OptionsField({ form, language, savedValues }: OptionsFieldProps) {
  const { t } = useI18n();
  const { values, problems, change } = form;
  const { options } = values;
  const error = errorAt(problems, 'options', t);
  const addId = controlId('options');
  // announces an option's new place to screen readers
  const [announced, setAnnounced] = useState('');
  const set = (at: number, option: OptionValue) => change({ options: options.with(at, option) });

  const rename = (at: number, option: OptionValue, text: string) => {
    const others = options.toSpliced(at, 1);
    const name = { ...option.name, [language]: text };
    const now = { ...option, label: option.value, languages: values.languages };
    const value = isSaved(option)
      ? option.value
      : labelAfter(now, { name }, (one) => proposedValue(one, others));
    set(at, { ...option, value, name });
  };
  const isSaved = ({ key, value }: OptionValue) => key.startsWith('saved-') && savedValues.has(value);
  const move = (from: number, to: number) => {
    const option = options[from];
    if (!option || to < 0 || to >= options.length) return;
    change({ options: options.toSpliced(from, 1).toSpliced(to, 0, option) });
    focusSoon(controlId(`options.${to}.${to < from ? 'up' : 'down'}`));
    setAnnounced(t('modules.form_field.options.moved', { place: to + 1, count: options.length }));
  };
  const drop = (key: string, to: string, side: Side) =>
    change({ options: [...moved(options, (one) => one.key, { id: key, to, side })] });
  const add = () => {
    change({ options: [...options, blankOption()] });
    focusSoon(controlId(`options.${options.length}.name.${language}`));
  };
  const remove = (at: number) => {
    change({ options: options.toSpliced(at, 1) });
    focusSoon(addId);
  };
  return (
    <fieldset className={classes.options}>
      <legend>{t('modules.form_field.fields.options')}</legend>
      <p className={classes.hint}>{t('modules.form_field.hints.options')}</p>
      {error && <p className={classes.error}>{error}</p>}
      <ol>
        {options.map((option, at) => (
          <li key={option.key}>
            <DragHandle list="options" id={option.key} onDrop={drop} />
            <TextInput
              id={controlId(`options.${at}.name.${language}`)}
              label={t('modules.form_field.options.name', { place: at + 1 })}
              lang={language}
              value={option.name[language] ?? ''}
              onChange={(event) => rename(at, option, event.currentTarget.value)}
              error={errorAt(problems, `options.${at}.name.${language}`, t)}
            />
            <TextInput
              id={controlId(`options.${at}.value`)}
              label={t('modules.form_field.options.value', { place: at + 1 })}
              autoCapitalize="none"
              spellCheck={false}
              readOnly={isSaved(option)}
              value={option.value}
              onChange={(event) => set(at, { ...option, value: event.currentTarget.value })}
              error={errorAt(problems, `options.${at}.value`, t)}
            />
            <div className={classes.actions}>
              <ActionIcon
                id={controlId(`options.${at}.up`)}
                aria-label={t('modules.form_field.options.up', { place: at + 1 })}
                aria-disabled={at === 0}
                {...(at === 0 && { 'data-disabled': true })}
                onClick={() => move(at, at - 1)}
              >
                <IconArrowUp {...icon} />
              </ActionIcon>
              <ActionIcon
                id={controlId(`options.${at}.down`)}
                aria-label={t('modules.form_field.options.down', { place: at + 1 })}
                aria-disabled={at === options.length - 1}
                {...(at === options.length - 1 && { 'data-disabled': true })}
                onClick={() => move(at, at + 1)}
              >
                <IconArrowDown {...icon} />
              </ActionIcon>
              <ActionIcon
                aria-label={t('modules.form_field.options.remove', { place: at + 1 })}
                onClick={() => remove(at)}
              >
                <IconTrash {...icon} />
              </ActionIcon>
            </div>
          </li>
        ))}
      </ol>
      <span className="vh" role="status">
        {announced}
      </span>
      {options.length < limits.options && (
        <Button id={addId} leftSection={<IconPlus {...icon} aria-hidden />} onClick={add}>
          {t('modules.form_field.options.add')}
        </Button>
      )}
    </fieldset>
  );
}
