import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { type Language, languages } from '@vpisnik/contract/common';
import { publishedTexts, untranslated } from '@vpisnik/contract/publication';
import { labelAfter } from '../../../../lib/form/proposed-label.ts';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { FormSection } from '../../../../ui/form/FormSection.tsx';
import { LanguageTabs } from '../../../../ui/form/LanguageTabs.tsx';
import { More } from '../../../../ui/form/More.tsx';
import { Optional } from '../../../../ui/form/Optional.tsx';
import classes from '../editor/editor.module.css';
import { useEditor, useTextInput } from '../editor/editor-context.ts';
import { groupControlId } from '../editor/problem-text.ts';

/** Name, description and price per language, the languages themselves, and the label. */
export function TextsSection() {
  const { t } = useI18n();
  const { values, language, setLanguage, hasErrors } = useEditor();
  // the same rule by which a group may be published or not
  const lacking = untranslated(values);
  const states = values.languages.map((one) => {
    const missing = publishedTexts.filter((field) => lacking.includes(`${field}.${one}`));
    return {
      language: one,
      missing:
        missing.length > 0
          ? t('modules.group.hints.missing', {
              fields: missing.map((field) => t(`modules.group.changed.${field}`)).join(', '),
            })
          : undefined,
      failed: hasErrors((path) => publishedTexts.some((field) => path === `${field}.${one}`)),
    };
  });
  return (
    <FormSection
      title={t('modules.group.sections.texts')}
      description={t('modules.group.sections.texts_hint')}
    >
      <GroupLanguages />
      {values.languages.length > 0 && (
        <LanguageTabs languages={states} active={language} onChange={setLanguage}>
          <TextsOfLanguage key={language} language={language} />
        </LanguageTabs>
      )}
      <More failed={hasErrors((path) => path === 'label')}>
        <Label />
      </More>
    </FormSection>
  );
}

/** Choice of the group's languages; renders nothing when the organisation has only one. */
function GroupLanguages() {
  const { t } = useI18n();
  const { organization } = useSession();
  const { form, values, errorAt, isLocked, language, setLanguage } = useEditor();
  const relabel = useRelabel();
  const offered = languages.filter(
    (one) => organization?.languages.includes(one) || values.languages.includes(one),
  );
  if (offered.length < 2) return null;
  const change = (chosen: string[]) => {
    const next = offered.filter((one) => chosen.includes(one));
    relabel({ languages: next });
    form.change({ languages: next });
    const [first] = next;
    if (first && !next.includes(language)) setLanguage(first);
  };
  return (
    <Checkbox.Group
      id={groupControlId('languages')}
      tabIndex={-1}
      label={t('modules.group.fields.languages')}
      value={values.languages}
      onChange={change}
      error={errorAt('languages')}
    >
      <div className={classes.choices}>
        {offered.map((one) => (
          <Checkbox
            key={one}
            value={one}
            label={t(`layout.languages.${one}`)}
            disabled={isLocked('languages')}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/** Proposes the label of a new group again, just before names or languages change. */
function useRelabel() {
  const { form, group, isLocked } = useEditor();
  return (change: Parameters<typeof labelAfter>[1]) => {
    if (!group && !isLocked('label')) form.change((now) => ({ label: labelAfter(now, change) }));
  };
}

function TextsOfLanguage({ language }: { language: Language }) {
  const { t } = useI18n();
  const { form } = useEditor();
  const relabel = useRelabel();
  const name = useTextInput(`name.${language}`, 'name', (text) =>
    relabel({ name: { ...form.latest().name, [language]: text } }),
  );
  return (
    <>
      <TextInput {...name} label={t('modules.group.fields.name')} lang={language} />
      <Textarea
        {...useTextInput(`description.${language}`, 'description')}
        label={
          <>
            {t('modules.group.fields.description')}
            <Optional />
          </>
        }
        lang={language}
      />
      <TextInput
        {...useTextInput(`price_text.${language}`, 'price_text')}
        label={
          <>
            {t('modules.group.fields.price_text')}
            <Optional />
          </>
        }
        description={t('modules.group.hints.price_text')}
        lang={language}
      />
    </>
  );
}

/** The group's short name; typing into it leaves the texts above alone. */
function Label() {
  const { t } = useI18n();
  return (
    <TextInput
      {...useTextInput('label', 'label')}
      label={t('modules.group.fields.label')}
      description={`${t('modules.group.hints.label')} ${t('modules.group.hints.label_kept')}`}
      autoCapitalize="none"
      spellCheck={false}
    />
  );
}
