import { TextInput } from '@mantine/core';
import type { Category } from '@vpisnik/contract/categories';
import { bestText } from '@vpisnik/contract/rules/texts';
import { useApi } from '../../../lib/api.ts';
import { useEntityForm } from '../../../lib/form/entity-form.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useControls, useFormWords } from '../../../ui/form/form-words.ts';
import { DoneStep } from './DoneStep.tsx';
import { labelled } from './labelled.ts';
import type { StepProps } from './SetupPage.tsx';
import { StepForm } from './StepForm.tsx';
import { categoryProblemsOf, categoryWireOf } from './values.ts';

/** Step that adds the first category, in the organisation's own language. */
export function CategoryStep({ organization, setup, onDone }: StepProps) {
  const { locale } = useI18n();
  const [first] = setup.categories;
  if (first) return <DoneStep step="category" name={bestText(first.name, locale).text} onNext={onDone} />;
  return <CategoryForm organization={organization} setup={setup} onDone={onDone} />;
}

type CategoryFormProps = Omit<StepProps, 'onStep'>;

function CategoryForm({ organization, setup, onDone }: CategoryFormProps) {
  const { default_language: language } = organization;
  const { t } = useI18n();
  const api = useApi();
  const form = useEntityForm<{ name: string }, Category>({
    initial: null,
    valuesOf: () => ({ name: '' }),
    problemsOf: ({ name }) => categoryProblemsOf(name, language),
    send: ({ name }) =>
      labelled(name, (label) =>
        api.categories.create({ body: categoryWireOf(name.trim(), label, language) }),
      ),
  });
  const { summary } = useFormWords(form.values, (field) => t(`modules.setup.category.${field}`));
  const { text } = useControls(form);
  const saved = () => {
    onDone();
    void setup.refresh();
  };
  return (
    <StepForm
      form={form}
      errors={summary(form.problems)}
      failed="errors.category.save"
      submit={t('modules.setup.save')}
      save={form.save}
      onSaved={saved}
      onSkip={onDone}
    >
      <TextInput
        {...text('name')}
        label={t('modules.setup.category.name')}
        description={t('modules.setup.category.name_hint')}
        lang={language}
        autoComplete="off"
      />
    </StepForm>
  );
}
