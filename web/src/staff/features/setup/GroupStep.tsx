import { Button, Group as Buttons, Select, TextInput } from '@mantine/core';
import type { Group } from '@vpisnik/contract/groups';
import { weekdayName } from '@vpisnik/contract/rules/format';
import { days } from '@vpisnik/contract/rules/schedule';
import { bestText } from '@vpisnik/contract/rules/texts';
import { useApi } from '../../../lib/api.ts';
import { useEntityForm } from '../../../lib/form/entity-form.ts';
import { useI18n } from '../../../lib/text/i18n.ts';
import { TimeField } from '../../../ui/date/TimeField.tsx';
import { FieldPair } from '../../../ui/form/FormSection.tsx';
import { useControls, useFormWords } from '../../../ui/form/form-words.ts';
import { Optional } from '../../../ui/form/Optional.tsx';
import { WholeNumberField } from '../../../ui/form/WholeNumberField.tsx';
import { notifyFailure } from '../../../ui/notice/notify.ts';
import { DoneStep } from './DoneStep.tsx';
import { labelled } from './labelled.ts';
import type { StepProps } from './SetupPage.tsx';
import { StepForm } from './StepForm.tsx';
import classes from './setup.module.css';
import { fieldOf, type GroupValues, problemsOf, wireOf } from './values.ts';

/** Step that adds the first group and publishes it. */
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
  /** Publishes the new group; if that fails, keeps it unpublished, and its editor lists the missing fields. */
  const publish = (made: Group) =>
    api.groups.setStatus({ params: { id: made.id }, body: { active: true } }).catch((error: unknown) => {
      notifyFailure(error, t, 'errors.group.status');
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
    fieldOf,
    send: async (values) => {
      const given = { language, location_id: location?.id ?? null };
      const made = await labelled(values.name, (label) =>
        api.groups.create({ body: wireOf(values, { ...given, label }) }),
      );
      return publish(made);
    },
  });
  const { values, change, problems } = form;
  const { summary } = useFormWords(values, (field) => t(`modules.setup.group.${field}`));
  const { text, control } = useControls(form);
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
      <TextInput {...text('name')} label={t('modules.setup.group.name')} lang={language} autoComplete="off" />
      <FieldPair>
        <Select
          {...control('category_id')}
          label={t('modules.setup.group.category_id')}
          data={categories.map(({ id, name }) => ({ value: id, label: bestText(name, locale).text }))}
          allowDeselect={false}
        />
        <WholeNumberField {...control('capacity')} label={optional(t('modules.setup.group.capacity'))} />
      </FieldPair>
      <Select
        {...control('day')}
        label={optional(t('modules.setup.group.day'))}
        description={t('modules.setup.group.day_hint')}
        data={days.map((day) => ({ value: day, label: weekdayName(day, locale) }))}
        clearable
        clearButtonProps={{ 'aria-label': t('modules.setup.group.clear_day') }}
        onChange={(value) => change({ day: days.find((one) => one === value) ?? null })}
      />
      {values.day && (
        <FieldPair>
          <TimeField {...control('start_time')} label={t('modules.setup.group.start_time')} />
          <WholeNumberField {...control('duration')} label={t('modules.setup.group.duration')} />
        </FieldPair>
      )}
    </StepForm>
  );
}
