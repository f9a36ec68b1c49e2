import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { type Language, languages, type Texts } from '@vpisnik/contract/common';
import type { ReactNode } from 'react';
import type { FieldsOf } from '../../../lib/form/entity-form.ts';
import { labelAfter } from '../../../lib/form/proposed-label.ts';
import { useSession } from '../../../lib/session/context.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { controlId, errorAt, languageOf, useControls } from '../../../ui/form/form-words.ts';
import { LanguageTabs } from '../../../ui/form/LanguageTabs.tsx';
import { More } from '../../../ui/form/More.tsx';
import { Optional } from '../../../ui/form/Optional.tsx';
import classes from './catalogue.module.css';

type Named = { label: string; languages: Language[]; name: Texts; description: Texts };

type TextsFieldsProps = {
  form: FieldsOf<Named>;
  language: Language;
  onLanguage: (language: Language) => void;
  nameLabel: string;
  nameHint?: string;
  /** More that each language must have, in words. */
  missing?: (language: Language) => string | undefined;
  /** More fields of the language that is shown. */
  children?: ReactNode;
};

/** Changes names or languages, and proposes the label of a new row again. */
const relabelling =
  (isNew: boolean, part: (now: Named) => Partial<Omit<Named, 'label'>>) =>
  (now: Named): Partial<Named> => {
    const change = part(now);
    return isNew ? { ...change, label: labelAfter(now, change) } : change;
  };

/** Languages, name and description in each of them, and the label, which follows the name until edited. */
export function TextsFields(props: TextsFieldsProps) {
  const { form, language, onLanguage, nameLabel, nameHint, missing, children } = props;
  const { values, problems, change, isNew } = form;
  const { t } = useI18n();
  const { text } = useControls(form);
  const states = values.languages.map((one) => {
    const lacking = [!values.name[one]?.trim() && nameLabel, missing?.(one)].filter(Boolean);
    return {
      language: one,
      missing:
        lacking.length > 0
          ? t('modules.catalogue.missing', { fields: lacking.join(', ').toLowerCase() })
          : undefined,
      failed: problems.some(({ path }) => languageOf(path) === one),
    };
  });
  const setName = (text: string) =>
    change(relabelling(isNew, ({ name }) => ({ name: { ...name, [language]: text } })));
  return (
    <>
      <LanguagesField form={form} language={language} onLanguage={onLanguage} />
      {values.languages.length > 0 && (
        <LanguageTabs languages={states} active={language} onChange={onLanguage}>
          <TextInput
            {...text(`name.${language}`)}
            {...(isNew && { 'data-autofocus': true })}
            label={nameLabel}
            description={nameHint}
            lang={language}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Textarea
            {...text(`description.${language}`)}
            label={
              <>
                {t('modules.catalogue.description')} <Optional />
              </>
            }
            lang={language}
            rows={2}
          />
          {children}
        </LanguageTabs>
      )}
      <More failed={problems.some(({ path }) => path === 'label')}>
        <TextInput
          {...text('label')}
          label={t('modules.catalogue.label')}
          description={t('modules.catalogue.label_hint')}
          autoCapitalize="none"
          spellCheck={false}
        />
      </More>
    </>
  );
}

/** Nothing to choose where the organisation offers one language. */
function LanguagesField({
  form,
  language,
  onLanguage,
}: Pick<TextsFieldsProps, 'form' | 'language' | 'onLanguage'>) {
  const { t } = useI18n();
  const { organization } = useSession();
  const { values, problems, change, isNew } = form;
  const offered = languages.filter(
    (one) => organization?.languages.includes(one) || values.languages.includes(one),
  );
  if (offered.length < 2) return null;
  const choose = (chosen: string[]) => {
    const next = offered.filter((one) => chosen.includes(one));
    change(relabelling(isNew, () => ({ languages: next })));
    const [first] = next;
    if (first && !next.includes(language)) onLanguage(first);
  };
  return (
    <Checkbox.Group
      id={controlId('languages')}
      tabIndex={-1}
      label={t('modules.catalogue.languages')}
      value={values.languages}
      onChange={choose}
      error={errorAt(problems, 'languages', t)}
    >
      <div className={classes.choices}>
        {offered.map((one) => (
          <Checkbox key={one} value={one} label={t(`layout.languages.${one}`)} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
