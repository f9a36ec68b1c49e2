import { Button, Combobox, useCombobox } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { bestText } from '@vpisnik/contract/common';
import type { FieldType, FormField } from '@vpisnik/contract/form-fields';
import { useState } from 'react';
import { matches } from '../../../../lib/text/fold.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import classes from '../editor/editor.module.css';
import { useEditor } from '../editor/editor-context.ts';
import { groupControlId } from '../editor/problem-text.ts';

/** The button that opens the catalogue. */
export const pickerId = groupControlId('fields.add');

/**
 * Fields of the catalogue that are not on the form yet, searched by name in any language. One that lacks a language of
 * the group is refused with the reason, which stays until something else is picked.
 */
export function FieldPicker({ onPick }: { onPick: (field: FormField) => void }) {
  const { t, locale } = useI18n();
  const { values, references } = useEditor();
  const [sought, setSought] = useState('');
  const [refused, setRefused] = useState<FormField | null>(null);
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSought('');
    },
  });
  const offered = references.formFields.filter(
    ({ id, active }) => active && !values.fields.some((one) => one.form_field_id === id),
  );
  const found = offered.filter(({ name, label }) =>
    matches(`${name.sl ?? ''} ${name.en ?? ''} ${label}`, sought),
  );
  const lacking = ({ languages }: FormField) =>
    values.languages
      .filter((one) => !languages.includes(one))
      .map((one) => t(`layout.languages_within.${one}`))
      .join(', ');
  const nameOf = ({ name }: FormField) => bestText(name, locale).text;
  const choose = (id: string) => {
    const field = offered.find((one) => one.id === id);
    if (!field) return;
    const isLacking = lacking(field) !== '';
    setRefused(isLacking ? field : null);
    if (!isLacking) onPick(field);
    combobox.closeDropdown();
    combobox.focusTarget();
  };
  const reason = refused && lacking(refused);
  return (
    <>
      <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" width={340} shadow="md">
        <Combobox.Target targetType="button" withAriaAttributes={false}>
          <Button
            id={pickerId}
            aria-haspopup="listbox"
            aria-expanded={combobox.dropdownOpened}
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => combobox.toggleDropdown()}
          >
            {t('modules.group_form.add')}
          </Button>
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Search
            aria-label={t('modules.group_form.search')}
            placeholder={t('modules.group_form.search')}
            value={sought}
            onChange={(event) => {
              setSought(event.currentTarget.value);
              combobox.selectFirstOption();
            }}
          />
          <Combobox.Options
            className={classes.catalogue ?? ''}
            aria-label={t('modules.group_form.catalogue')}
          >
            {found.map((field) => (
              <Combobox.Option key={field.id} value={field.id}>
                {nameOf(field)}
                <span className={classes.second}>
                  {lacking(field)
                    ? t('modules.group_form.lacks', { languages: lacking(field) })
                    : t(`modules.group_form.types.${field.type as FieldType}`)}
                </span>
              </Combobox.Option>
            ))}
            {found.length === 0 && (
              <Combobox.Empty>
                {t(
                  offered.length > 0 ? 'modules.group_form.not_found' : 'modules.group_form.catalogue_empty',
                )}
              </Combobox.Empty>
            )}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <div role="alert" className={classes.refused}>
        {refused && reason && t('modules.group_form.refused', { name: nameOf(refused), languages: reason })}
      </div>
    </>
  );
}
