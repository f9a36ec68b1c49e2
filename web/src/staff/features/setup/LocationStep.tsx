import { TextInput } from '@mantine/core';
import { type Location, locations } from '@vpisnik/contract/locations';
import { useApi } from '../../../lib/api.ts';
import { useEntityForm } from '../../../lib/form/entity-form.ts';
import { problemsOfBody } from '../../../lib/form/problems.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { useControls, useFormWords } from '../../../ui/form/form-words.ts';
import { Optional } from '../../../ui/form/Optional.tsx';
import { DoneStep } from './DoneStep.tsx';
import type { StepProps } from './SetupPage.tsx';
import { StepForm } from './StepForm.tsx';

/** Step that adds the first location. */
export function LocationStep({ setup, onDone }: StepProps) {
  if (setup.location) return <DoneStep step="location" name={setup.location.name} onNext={onDone} />;
  return <LocationForm setup={setup} onDone={onDone} />;
}

function LocationForm({ setup, onDone }: Pick<StepProps, 'setup' | 'onDone'>) {
  const { t } = useI18n();
  const api = useApi();
  const form = useEntityForm<{ name: string; address: string }, Location>({
    initial: null,
    valuesOf: () => ({ name: '', address: '' }),
    problemsOf: (values) => problemsOfBody(locations.create.body, values),
    send: (values) => api.locations.create({ body: values }),
  });
  const { summary } = useFormWords(form.values, (field) => t(`modules.location.fields.${field}`));
  const { text } = useControls(form);
  const saved = () => {
    onDone();
    void setup.refresh();
  };
  return (
    <StepForm
      form={form}
      errors={summary(form.problems)}
      failed="errors.location.save"
      submit={t('modules.setup.save')}
      save={form.save}
      onSaved={saved}
      onSkip={onDone}
    >
      <TextInput
        {...text('name')}
        label={t('modules.location.fields.name')}
        description={t('modules.setup.location.name_hint')}
        autoComplete="off"
      />
      <TextInput
        {...text('address')}
        label={
          <>
            {t('modules.location.fields.address')} <Optional />
          </>
        }
        autoComplete="off"
      />
    </StepForm>
  );
}
