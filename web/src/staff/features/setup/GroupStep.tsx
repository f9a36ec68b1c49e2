import { Button, Group as Buttons, Select, TextInput } from '@mantine/core';
import type { Group } from '@vpisnik/contract/groups';
import { days } from '@vpisnik/contract/schedule';
import { bestText } from '@vpisnik/contract/texts';
import { useApi } from '../../../lib/api.ts';
import { useEntityForm } from '../../../lib/entity-form.ts';
import { errorText } from '../../../lib/error-text.ts';
import { weekdayName } from '../../../lib/format.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { FieldPair } from '../../../ui/FormSection.tsx';
import { controlId, errorAt, useFormWords } from '../../../ui/form-words.ts';
import { notify } from '../../../ui/notify.ts';
import { Optional } from '../../../ui/Optional.tsx';
import { WholeNumberField } from '../../../ui/WholeNumberField.tsx';
import { TimeField } from '../groups/TimeField.tsx';
import { DoneStep } from './DoneStep.tsx';
import { bodyOf, type GroupValues, problemsOf } from './group-values.ts';
import { labelled } from './labelled.ts';
import type { StepProps } from './SetupPage.tsx';
import { StepForm } from './StepForm.tsx';
import classes from './setup.module.css';

const fields = ['name', 'category_id', 'day', 'start_time', 'duration', 'capacity'] as const;

/** What people apply to: the first group, published at once. */
export function GroupStep({ organization, setup, onDone, onStep }: StepProps) {
  const { t, locale } = useI18n();
  if (setup.group)
    return <DoneStep step="group" name={bestText(setup.group.name, locale).text} onNext={onDone} />;
  if (setup.categories.length > 0)
    return <GroupForm organization={organization} setup={setup} onDone={onDone} />;
  return (
    <div className={classes.form}>
      <p role="note">{t('modules.setup.group.no_category')}</p>
      <Buttons gap={8}>
        <Button variant="filled" onClick={() => onStep('category')}>
          {t('modules.setup.group.to_category')}
        </Button>
        <Button onClick={onDone}>{t('modules.setup.skip')}</Button>
      </Buttons>
    </div>
  );
}

type GroupFormProps = Omit<StepProps, 'onStep'>;

function GroupForm({ organization: { default_language: language }, setup, onDone }: GroupFormProps) {
  const { t, locale } = useI18n();
  const api = useApi();
  const { location, categories } = setup;
  /** A group that can't be published yet is there all the same; its editor says what is missing. */
  const publish = (made: Group) =>
    api.groups.setStatus({ params: { id: made.id }, body: { active: true } }).catch((error: unknown) => {
      notify({ translate: false, message: errorText(error, t, 'errors.group.status'), color: 'error' });
      return made;
    });
  const form = useEntityForm<GroupValues, Group>({
    initial: null,
    valuesOf: () => ({
      name: '',
      category_id: categories[0]?.id ?? null,
      day: null,
      start_time: '17:00',
      duration: 60,
      capacity: null,
    }),
    problemsOf: (values) => problemsOf(values, language),
    send: async (values) => {
      const given = { language, location_id: location?.id ?? null };
      const made = await labelled(values.name, (label) =>
        api.groups.create({ body: bodyOf(values, { ...given, label }) }),
      );
      return publish(made);
    },
  });
  const { values, change, problems } = form;
  const { summary } = useFormWords((path) =>
    t(`modules.setup.group.${fields.find((one) => one === path) ?? 'name'}`),
  );
  const saved = () => {
    onDone();
    void setup.refresh();
  };
  const optional = (text: string) => (
    <>
      {text} <Optional />
    </>
  );
  return (
    <StepForm
      form={form}
      errors={summary(problems)}
      failed="errors.group.save"
      submit={t('modules.setup.group.submit')}
      save={form.save}
      onSaved={saved}
      onSkip={onDone}
    >
      <TextInput
        id={controlId('name')}
        label={t('modules.setup.group.name')}
        lang={language}
        autoComplete="off"
        value={values.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
        error={errorAt(problems, 'name', t)}
      />
      <FieldPair>
        <Select
          id={controlId('category_id')}
          label={t('modules.setup.group.category_id')}
          data={categories.map(({ id, name }) => ({ value: id, label: bestText(name, locale).text }))}
          allowDeselect={false}
          value={values.category_id}
          onChange={(value) => change({ category_id: value })}
          error={errorAt(problems, 'category_id', t)}
        />
        <WholeNumberField
          id={controlId('capacity')}
          label={optional(t('modules.setup.group.capacity'))}
          value={values.capacity}
          onChange={(capacity) => change({ capacity })}
          error={errorAt(problems, 'capacity', t)}
        />
      </FieldPair>
      <Select
        id={controlId('day')}
        label={optional(t('modules.setup.group.day'))}
        description={t('modules.setup.group.day_hint')}
        data={days.map((day) => ({ value: day, label: weekdayName(day, locale) }))}
        clearable
        clearButtonProps={{ 'aria-label': t('modules.setup.group.clear_day') }}
        value={values.day}
        onChange={(value) => change({ day: days.find((one) => one === value) ?? null })}
        error={errorAt(problems, 'day', t)}
      />
      {values.day && (
        <FieldPair>
          <TimeField
            id={controlId('start_time')}
            label={t('modules.setup.group.start_time')}
            value={values.start_time}
            onChange={(start_time) => change({ start_time })}
            error={errorAt(problems, 'start_time', t)}
          />
          <WholeNumberField
            id={controlId('duration')}
            label={t('modules.setup.group.duration')}
            value={values.duration}
            onChange={(duration) => change({ duration })}
            error={errorAt(problems, 'duration', t)}
          />
        </FieldPair>
      )}
    </StepForm>
  );
}
