import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCopy } from '@tabler/icons-react';
import type { Template } from '@vpisnik/contract/notification-templates';
import type { Language } from '@vpisnik/contract/rules/texts';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { useEntityForm } from '../../../lib/form/entity-form.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { controlId, errorAt } from '../../../ui/form/form-words.ts';
import { LanguageTabs } from '../../../ui/form/LanguageTabs.tsx';
import { ConflictNotice } from '../../../ui/form/saving/ConflictNotice.tsx';
import { ErrorSummary } from '../../../ui/form/saving/ErrorSummary.tsx';
import { SaveBar } from '../../../ui/form/saving/SaveBar.tsx';
import { useSummaryFocus } from '../../../ui/form/saving/summary-focus.ts';
import { UnsavedGuard } from '../../../ui/form/saving/UnsavedGuard.tsx';
import { notify } from '../../../ui/notice/notify.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { AddTemplate } from './AddTemplate.tsx';
import { TemplatePreview } from './preview/TemplatePreview.tsx';
import { useRememberTemplate } from './queries.ts';
import { RestoreTexts } from './RestoreTexts.tsx';
import { TemplateFact } from './TemplateFact.tsx';
import { TemplateMenu } from './TemplateMenu.tsx';
import { TemplateTexts } from './TemplateTexts.tsx';
import classes from './templates.module.css';
import {
  completeness,
  fieldOf,
  languagesOf,
  problemsOf,
  restorableTexts,
  restored,
  type TemplateValues,
  translationsOf,
  valuesOf,
} from './values.ts';
import { fieldName, worded } from './words.ts';

/** Texts and preview side by side; one after the other where it is narrow. */
export function TemplateEditor({ template }: { template: Template }) {
  const { t } = useI18n();
  const api = useApi();
  const remember = useRememberTemplate();
  const [language, setLanguage] = useState<Language>(languagesOf(template)[0] ?? 'sl');
  const [pane, setPane] = useState<'edit' | 'preview'>('edit');
  // the text that is being edited, or was last
  const [part, setPart] = useState<string | null>(null);
  const [isCopying, setCopying] = useState(false);
  const [isRestoring, setRestoring] = useState(false);
  const isWide = useMediaQuery('(min-width: 68em)', true, { getInitialValueInEffect: false });
  const entity = useEntityForm<TemplateValues, Template>({
    initial: template,
    valuesOf: (row) => valuesOf(row ?? template),
    problemsOf: (values) => problemsOf(values, template).map((problem) => worded(problem, t)),
    fieldOf,
    send: (values, fields, base) => {
      const row = base ?? template;
      return api.notification_templates.update({
        params: { id: row.id },
        body: {
          ...(fields.includes('name') && { name: values.name }),
          ...(fields.includes('sections') && { sections: values.sections }),
          ...(fields.includes('texts') && { translations: translationsOf(values.texts, row) }),
          version: row.version,
        },
      });
    },
  });
  const form = { ...entity, problems: entity.problems.map((problem) => worded(problem, t)) };
  const row = form.row ?? template;
  const { values } = form;
  const { refusals, receive } = form;
  const head = useSummaryFocus(refusals);
  // a change beside the form, of its state for instance
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each row that is read
  useEffect(() => receive(template), [template]);

  const own = useMemo(() => restorableTexts(values.texts, row), [values.texts, row]);
  const wrong = useMemo(() => problemsOf(values, row), [values, row]);
  const edited = useMemo(
    () =>
      wrong.some(({ path }) => path.startsWith('translations.'))
        ? null
        : { translations: translationsOf(values.texts, row), sections: values.sections },
    [wrong, values, row],
  );
  const finish = async (saving: Promise<Template | undefined>) => {
    const saved = await saving;
    if (!saved) return;
    await remember(saved);
    notify({
      message:
        saved.groups_count > 0
          ? 'modules.notification_template.done.saved_for'
          : 'modules.notification_template.done.saved',
      values: { count: saved.groups_count },
      act: 'errors.notification_template.save',
    });
  };
  /** The language and path of a control's key. */
  const placeOf = (path: string): { in?: Language; path: string } => {
    const [field, key = ''] = path.split('.');
    if (field !== 'texts') return { path };
    const [of, ...rest] = key.split(':');
    return { in: languagesOf(row).find((one) => one === of) ?? language, path: rest.join('.') };
  };
  const nameAt = (path: string) => {
    const place = placeOf(path);
    const name = fieldName(place.path, t);
    return place.in ? `${t(`layout.languages.${place.in}`)}: ${name}` : name;
  };
  const errors = form.problems.map((problem) => {
    const { in: of } = placeOf(problem.path);
    return {
      id: controlId(problem.path),
      message: `${nameAt(problem.path)} – ${errorAt([problem], problem.path, t)}`,
      reveal: () => {
        setPane('edit');
        if (of) setLanguage(of);
      },
    };
  });
  const states = completeness(values, row).map(({ language: one, missing }) => ({
    language: one,
    ...(missing.length > 0 &&
      !row.system && { missing: t('modules.notification_template.missing', { count: missing.length }) }),
    failed: form.problems.some(({ path }) => placeOf(path).in === one),
  }));
  const showsEdit = isWide || pane === 'edit';
  const showsPreview = isWide || pane === 'preview';
  return (
    <>
      <UnsavedGuard dirty={form.dirty} />
      <PageHeader
        title={row.name}
        back={{ to: '/notifications', label: t('layout.titles.notification_templates') }}
        state={<TemplateFact template={row} />}
        actions={
          row.system ? (
            <Button
              variant="filled"
              leftSection={<IconCopy size={18} stroke={1.75} aria-hidden />}
              onClick={() => setCopying(true)}
            >
              {t('modules.notification_template.customise')}
            </Button>
          ) : (
            <TemplateMenu
              template={row}
              inEditor
              isDirty={form.dirty}
              onRestore={own.length > 0 ? () => setRestoring(true) : undefined}
            />
          )
        }
      />
      {row.system && <p className={classes.note}>{t('modules.notification_template.read_only')}</p>}
      <ConflictNotice
        form={form}
        describe={({ unit, mine, theirs }) => ({
          name: nameAt(unit),
          mine: String(mine),
          theirs: String(theirs),
        })}
        finish={finish}
      />
      <ErrorSummary ref={head} errors={errors} title={t('errors.general.form')} />
      {form.failure !== null && (
        <p className={classes.failure} role="alert">
          {errorText(form.failure, t, 'errors.notification_template.save')}
        </p>
      )}
      {!isWide && (
        <SegmentedControl
          className={classes.panes ?? ''}
          fullWidth
          aria-label={t('modules.notification_template.panes.label')}
          data={(['edit', 'preview'] as const).map((one) => ({
            value: one,
            label: t(`modules.notification_template.panes.${one}`),
          }))}
          value={pane}
          onChange={(value) => setPane(value as typeof pane)}
        />
      )}
      <div className={classes.editor}>
        {showsEdit && (
          <div className={classes.form}>
            {!row.system && (
              <TextInput
                id={controlId('name')}
                label={t('modules.notification_template.fields.name')}
                value={values.name}
                error={errorAt(form.problems, 'name', t)}
                onChange={(event) => form.change({ name: event.currentTarget.value })}
              />
            )}
            <LanguageTabs languages={states} active={language} onChange={setLanguage}>
              <TemplateTexts
                key={`${language} ${form.discards}`}
                form={form}
                row={row}
                language={language}
                onEdit={setPart}
              />
            </LanguageTabs>
          </div>
        )}
        {showsPreview && (
          <TemplatePreview
            template={row}
            language={language}
            onLanguage={setLanguage}
            edited={edited}
            part={part}
          />
        )}
      </div>
      <SaveBar
        dirty={form.dirty}
        isDirty={form.isDirty}
        saving={form.saving}
        changed={changedWords(form, nameAt)}
        onSave={() => void finish(form.save())}
        onDiscard={form.discard}
      />
      <RestoreTexts
        texts={own}
        all
        opened={isRestoring}
        onRestore={(texts) => form.change((now) => ({ texts: restored(now.texts, texts) }))}
        onClose={() => setRestoring(false)}
      />
      {isCopying && <AddTemplate of={row} onClose={() => setCopying(false)} />}
    </>
  );
}

/** The changed texts in words; at most three. */
function changedWords(
  { before, values }: { before: TemplateValues; values: TemplateValues },
  nameAt: (path: string) => string,
): string {
  const names = [
    ...(before.name === values.name ? [] : [nameAt('name')]),
    ...Object.entries(values.sections).flatMap(([part, shown]) =>
      before.sections[part as keyof TemplateValues['sections']] === shown ? [] : [nameAt(`sections.${part}`)],
    ),
    ...Object.entries(values.texts).flatMap(([key, text]) =>
      before.texts[key] === text ? [] : [nameAt(`texts.${key}`)],
    ),
  ];
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} …` : names.join(', ');
}
