import { Switch, TextInput } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import type { Template } from '@vpisnik/contract/notification-templates';
import { emailTypeRules } from '@vpisnik/contract/rules/email-types';
import { isLongText, placeholdersAt, type TemplateSections } from '@vpisnik/contract/rules/templates';
import type { Language } from '@vpisnik/contract/rules/texts';
import { type ReactNode, useRef, useState } from 'react';
import type { FieldsOf } from '../../../lib/form/entity-form.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { controlId, errorAt } from '../../../ui/form/form-words.ts';
import { More } from '../../../ui/form/More.tsx';
import { insertPlaceholder, NotationTools } from './Notation.tsx';
import { PlaceholderField } from './PlaceholderField.tsx';
import { RestoreTexts } from './RestoreTexts.tsx';
import classes from './templates.module.css';
import { keyOf, originalOf, pathsOf, restorableTexts, restored, type TemplateValues } from './values.ts';
import { fieldName, variantName, variedType } from './words.ts';

type TemplateTextsProps = {
  form: FieldsOf<TemplateValues>;
  row: Template;
  language: Language;
  /** The text at this path is being edited. */
  onEdit: (path: string) => void;
};

/** The texts of one language in the order of the mail, with a switch for each part that may be left out. */
export function TemplateTexts({ form, row, language, onEdit }: TemplateTextsProps) {
  const { t } = useI18n();
  // where a placeholder goes: the field that was edited last
  const target = useRef('main_message');
  const [targetName, setTargetName] = useState('main_message');
  const [restoring, restore] = useState<string | null>(null);
  const paths = pathsOf(row);
  const original = originalOf(row, language);
  const textOf = (path: string) => form.values.texts[keyOf(language, path)] ?? '';
  const change = (path: string, text: string) =>
    form.change((now) => ({ texts: { ...now.texts, [keyOf(language, path)]: text } }));
  const own = restorableTexts(form.values.texts, row).filter((one) => one.language === language);
  const isOwn = (path: string) => own.some((one) => one.path === path);
  const insert = (name: string) => {
    const path = target.current;
    insertPlaceholder(controlId(`texts.${keyOf(language, path)}`), {
      text: textOf(path),
      name,
      change: (text) => change(path, text),
    });
  };
  const field = (path: string) => {
    const id = `texts.${keyOf(language, path)}`;
    const props = {
      id: controlId(id),
      label: fieldName(path, t),
      lang: language,
      value: textOf(path),
      placeholder: original[path] ?? '',
      readOnly: row.system,
      error: errorAt(form.problems, id, t),
      onFocus: () => {
        onEdit(path);
        if (path === 'support_email') return;
        target.current = path;
        setTargetName(path);
      },
      onChange: (event: { currentTarget: { value: string } }) => change(path, event.currentTarget.value),
    };
    return (
      <div key={path}>
        {path === 'support_email' ? (
          <TextInput {...props} />
        ) : (
          <PlaceholderField
            {...props}
            placeholders={placeholdersAt(path, row)}
            lines={isLongText(path) ? [2, 14] : undefined}
          />
        )}
        {!row.system && path !== 'support_email' && (
          <span className={classes.origin}>
            {t(
              isOwn(path)
                ? 'modules.notification_template.own_words'
                : 'modules.notification_template.original',
            )}
            {isOwn(path) && (
              <button type="button" className={classes.again} onClick={() => restore(path)}>
                <IconArrowBackUp size={16} stroke={1.75} aria-hidden />
                {t('modules.notification_template.restore.open')}
                <span className="vh">, {fieldName(path, t)}</span>
              </button>
            )}
          </span>
        )}
      </div>
    );
  };
  const within = (prefix: string) => paths.filter((path) => path.startsWith(`${prefix}.`)).map(field);
  const part = (name: keyof TemplateSections, hint: ReactNode, fields: ReactNode) => (
    <fieldset className={classes.part}>
      <legend className="vh">{t(`modules.notification_template.parts.${name}`)}</legend>
      <Switch
        label={t(`modules.notification_template.parts.${name}`)}
        description={hint}
        checked={form.values.sections[name]}
        disabled={row.system}
        onChange={(event) => {
          const shown = event.currentTarget.checked;
          form.change((now) => ({ sections: { ...now.sections, [name]: shown } }));
        }}
      />
      {form.values.sections[name] && fields}
    </fieldset>
  );
  const varied = variedType(row.email_type);
  const tellsStatus = paths.some((path) => path.startsWith('next_steps.'));
  return (
    <div className={classes.fields}>
      {!row.system && (
        <NotationTools
          placeholders={row.placeholders}
          textPlaceholders={row.text_placeholders}
          field={fieldName(targetName, t)}
          isLong={isLongText(targetName)}
          onInsert={insert}
        />
      )}
      {row.original_by_status && !row.system && (
        <p className={classes.small}>{t('modules.notification_template.by_status')}</p>
      )}
      {varied && !row.system && (
        <p className={classes.small}>{t(`modules.notification_template.by_variant.${varied}`)}</p>
      )}
      {['subject', 'header_text', 'greeting', 'greeting_without_name', 'main_message'].map(field)}
      {emailTypeRules[row.email_type].variants.map((variant) => (
        <More
          key={variant}
          title={variantName(variant, t)}
          failed={form.problems.some(({ path }) =>
            path.startsWith(`texts.${keyOf(language, `${variant}.`)}`),
          )}
        >
          <div className={classes.fields}>{within(variant)}</div>
        </More>
      ))}
      {tellsStatus && part('status', t('modules.notification_template.part_hints.status'), null)}
      {tellsStatus &&
        part('next_steps', t('modules.notification_template.part_hints.next_steps'), within('next_steps'))}
      {part(
        'details',
        t('modules.notification_template.part_hints.details'),
        <div className={classes.pairs}>{within('section_labels')}</div>,
      )}
      {part('support', t('modules.notification_template.part_hints.support'), [
        field('support_text'),
        field('support_email'),
      ])}
      <RestoreTexts
        texts={own.filter(({ path }) => path === restoring)}
        opened={restoring !== null}
        onRestore={(texts) => form.change((now) => ({ texts: restored(now.texts, texts) }))}
        onClose={() => restore(null)}
      />
    </div>
  );
}
