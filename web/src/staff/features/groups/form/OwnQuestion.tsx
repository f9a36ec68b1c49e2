import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import {
  applicantEdits,
  type FieldType,
  fieldTypes,
  isChoice,
  questionProblems,
  widgetsOf,
} from '@vpisnik/contract/form-fields';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { LanguageTabs } from '../../../../ui/form/LanguageTabs.tsx';
import { Optional } from '../../../../ui/form/Optional.tsx';
import classes from '../editor/editor.module.css';
import { useEditor, useFieldChange, useTextInput } from '../editor/editor-context.ts';
import { groupControlId } from '../editor/problem-text.ts';
import type { QuestionValue } from '../editor/values.ts';
import { newOption } from './new-option.ts';
import { QuestionOptions } from './QuestionOptions.tsx';

/** A question of the group's own: kind of answer, texts and options in every language of the group. */
export function OwnQuestion({ at, question }: { at: number; question: QuestionValue }) {
  const { t } = useI18n();
  const { values, language, setLanguage, hasErrors, errorAt } = useEditor();
  const { changeField, changeQuestion } = useFieldChange(at);
  const setSensitive = (sensitive: boolean) => changeQuestion(() => ({ sensitive }));
  const path = `fields.${at}.question` as const;
  const missing = questionProblems(question, values.languages).map((problem) => problem.path);
  const states = values.languages.map((one) => {
    const lacks = missing.filter((lacking) => lacking.endsWith(`.${one}`));
    const words = [
      lacks.includes(`name.${one}`) && t('modules.group.fields.question_name'),
      lacks.some((lacking) => lacking.startsWith('options.')) && t('modules.group.fields.options'),
    ].filter((word) => word !== false);
    const fields = words.join(', ').toLowerCase();
    return {
      language: one,
      missing: fields ? t('modules.group.hints.missing', { fields }) : undefined,
      failed: hasErrors((wrong) => wrong.startsWith(`${path}.`) && wrong.endsWith(`.${one}`)),
    };
  });
  const setType = (type: FieldType) => {
    // The options stay in case of a change of mind; the server gets them only with a choice.
    changeField(() => ({ widget: widgetsOf[type][0] }));
    changeQuestion(({ options }) => ({
      type,
      ...(isChoice(type) && options.length === 0 && { options: [newOption(), newOption()] }),
    }));
  };
  return (
    <div className={classes.own}>
      <Select
        id={groupControlId(`${path}.type`)}
        label={t('modules.group_form.type')}
        error={errorAt(`${path}.type`)}
        data={fieldTypes
          .filter((type) => type !== 'notes')
          .map((type) => ({ value: type, label: t(`modules.group_form.types.${type}`) }))}
        value={question.type}
        onChange={(type) => setType(fieldTypes.find((one) => one === type) ?? question.type)}
      />
      <LanguageTabs languages={states} active={language} onChange={setLanguage}>
        <QuestionTexts key={language} path={path} />
        {isChoice(question.type) && <QuestionOptions at={at} options={question.options} />}
      </LanguageTabs>
      <Switch
        label={t('modules.group_form.sensitive_label')}
        aria-label={t('modules.group_form.sensitive_label')}
        description={t('modules.group_form.sensitive_hint')}
        checked={question.sensitive}
        onChange={(event) => setSensitive(event.currentTarget.checked)}
      />
      <Select
        label={t('modules.group_form.applicant_edit')}
        description={question.type === 'checkbox' && t('modules.group_form.consent_hint')}
        data={applicantEdits.map((until) => ({
          value: until,
          label: t(`modules.group_form.applicant_edits.${until}`),
        }))}
        value={question.applicant_edit}
        onChange={(until) =>
          changeQuestion(({ applicant_edit }) => ({ applicant_edit: until ?? applicant_edit }))
        }
        allowDeselect={false}
      />
    </div>
  );
}

function QuestionTexts({ path }: { path: `fields.${number}.question` }) {
  const { t } = useI18n();
  const { language } = useEditor();
  return (
    <>
      <TextInput
        {...useTextInput(`${path}.name.${language}`, 'fields')}
        label={t('modules.group.fields.question_name')}
        lang={language}
      />
      <Textarea
        {...useTextInput(`${path}.description.${language}`, 'fields')}
        label={
          <>
            {t('modules.group.fields.question_description')}
            <Optional />
          </>
        }
        rows={2}
        lang={language}
      />
    </>
  );
}
