import { TextInput } from '@mantine/core';
import { type Location, locations } from '@vpisnik/contract/locations';
import { useApi } from '../../../lib/api.ts';
import { problemsOfBody, useEntityForm } from '../../../lib/entity-form.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { controlId, errorAt, useFormWords } from '../../../ui/form-words.ts';
import { Optional } from '../../../ui/Optional.tsx';
import { DoneStep } from './DoneStep.tsx';
import type { StepProps } from './SetupPage.tsx';
import { StepForm } from './StepForm.tsx';

/** Where groups meet: the first location. */
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
  const { values, change, problems } = form;
  const { summary } = useFormWords((path) =>
    t(`modules.location.fields.${path === 'address' ? 'address' : 'name'}`),
  );
  const saved = () => {
    onDone();
    void setup.refresh();
  };
  return (
    <StepForm
      form={form}
      errors={summary(problems)}
      failed="errors.location.save"
      submit={t('modules.setup.save')}
      save={form.save}
      onSaved={saved}
      onSkip={onDone}
    >
      <TextInput
        id={controlId('name')}
        label={t('modules.location.fields.name')}
        description={t('modules.setup.location.name_hint')}
        autoComplete="off"
        value={values.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errorAt(problems, 'name', t)}
      />
      <TextInput
        id={controlId('address')}
        label={
          <>
            {t('modules.location.fields.address')} <Optional />
          </>
        }
        autoComplete="off"
        value={values.address}
        onChange={(event) => change({ address: event.currentTarget.value })}
        error={errorAt(problems, 'address', t)}
      />
    </StepForm>
  );
}
