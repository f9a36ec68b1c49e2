import { Select, TextInput } from '@mantine/core';
import type { Group } from '@vpisnik/contract/groups';
import type { Location } from '@vpisnik/contract/locations';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import type { SessionExceptionRow } from '@vpisnik/contract/session-exceptions';
import { useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { errorText } from '../../../lib/form/error-text.ts';
import { fieldErrorText } from '../../../lib/form/field-error-text.ts';
import { same } from '../../../lib/form/merge.ts';
import { refusedFields } from '../../../lib/form/problems.ts';
import { numberOf } from '../../../lib/form/whole-number.ts';
import { type MessageKey, useI18n } from '../../../lib/text/i18n.ts';
import { DateInput } from '../../../ui/date/DateInput.tsx';
import { TimeField } from '../../../ui/date/TimeField.tsx';
import { FirstField } from '../../../ui/form/FirstField.tsx';
import { FieldPair } from '../../../ui/form/FormSection.tsx';
import { SheetForm } from '../../../ui/form/FormSheet.tsx';
import { controlId } from '../../../ui/form/form-words.ts';
import { Optional } from '../../../ui/form/Optional.tsx';
import { WholeNumberField } from '../../../ui/form/WholeNumberField.tsx';
import { notify } from '../../../ui/notice/notify.ts';
import { NotifyPeople } from '../session-notices/NotifyPeople.tsx';
import { ClashList } from './ClashList.tsx';
import { SessionAbout } from './SessionAbout.tsx';
import { useDateClashes } from './use-date-clashes.ts';
import { type ExceptionValues, type FormTask, problemsOf, valuesOf, wireOf } from './values.ts';

type ExceptionFormProps = {
  task: FormTask;
  /** The exception to change; null for a new one. */
  row: SessionExceptionRow | null;
  group: Pick<Group, 'id' | 'languages' | 'location_id' | 'leaders'>;
  /** Locations to choose from. */
  locations: readonly Location[];
  /** Whether anything was filled in. */
  onDirty: (dirty: boolean) => void;
  onSaved: () => void;
  onClose: () => void;
};

const messages: Partial<Record<string, MessageKey>> = {
  slots_overlap: 'modules.schedule.problems.overlap',
  invalid_time: 'modules.group.problems.invalid_time',
  no_session: 'modules.schedule.problems.no_session',
  unmoved: 'modules.schedule.problems.unmoved',
  inactive: 'modules.group.problems.inactive',
  unknown_id: 'modules.group.problems.unknown_id',
};

/** When a session is instead, and why it departs from the schedule. */
export function ExceptionForm(props: ExceptionFormProps) {
  const { task, row, group, locations, onDirty, onSaved, onClose } = props;
  const { t } = useI18n();
  const api = useApi();
  const session = 'session' in task ? task.session : null;
  const isTimed = task.kind !== 'cancel';
  const [initial] = useState(() => valuesOf(props));
  const [values, setValues] = useState(initial);
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<FieldError[]>([]);
  const [refusals, setRefusals] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const [isTold, setTold] = useState(false);

  const clashes = useDateClashes(
    isTimed ? [{ ...values, new_duration: numberOf(values.new_duration) }] : [],
    values.location_id,
    group,
    locations,
  );
  const change = (part: Partial<ExceptionValues>) => {
    const next = { ...values, ...part };
    setValues(next);
    onDirty(!same(next, initial));
    setRefused([]);
  };
  const problemsNow = () => problemsOf(values, props);
  const problems = [...(submitted ? problemsNow() : []), ...refused];
  const save = async () => {
    setSubmitted(true);
    setRefused([]);
    setFailure(null);
    if (problemsNow().length > 0) return setRefusals((count) => count + 1);
    setSaving(true);
    try {
      const { kind: _, date: __, start_time: ___, ...fresh } = wireOf(values, props);
      if (row)
        await api.session_exceptions.update({
          params: { id: row.id },
          body: { ...fresh, notify: isTold, version: row.version },
        });
      else
        await api.session_exceptions.create({
          params: { id: group.id },
          body: { ...wireOf(values, props), notify: isTold },
        });
      notify({ message: 'modules.schedule.saved' });
      onSaved();
    } catch (error) {
      const fields = refusedFields(error);
      setRefused(fields);
      if (fields.length === 0) setFailure(errorText(error, t, 'errors.session.save'));
      setRefusals((count) => count + 1);
    } finally {
      setSaving(false);
    }
  };
  const textOf = (problem: FieldError) => {
    const isOutOfBounds = problem.path === 'new_duration' && problem.code !== 'integer';
    const own = isOutOfBounds ? 'modules.group.problems.duration' : messages[problem.code];
    return own ? t(own) : fieldErrorText(problem, t);
  };
  const errorOf = (path: string) => {
    const problem = problems.find((one) => one.path === path);
    return problem && textOf(problem);
  };
  const nameOf = (path: string) =>
    path === 'new_start_time' || path === 'new_duration' || path === 'new_date' || path === 'location_id'
      ? t(`modules.schedule.fields.${path}`)
      : t('modules.schedule.fields.reason');
  const several = group.languages.length > 1;
  const usual = locations.find(({ id }) => id === group.location_id);
  return (
    <SheetForm
      errors={problems.map((problem) => ({
        id: controlId(problem.path),
        message: `${nameOf(problem.path)} – ${textOf(problem)}`,
      }))}
      refusals={refusals}
      failure={failure}
      saving={saving}
      submit={t(`modules.schedule.submit.${task.kind}`)}
      {...(task.kind === 'cancel' && { cancel: t('modules.schedule.keep') })}
      onSubmit={save}
      onClose={onClose}
    >
      {session && <SessionAbout session={session} />}
      <FirstField>
        {isTimed && (
          <>
            <DateInput
              id={controlId('new_date')}
              name="new_date"
              label={t('modules.schedule.fields.new_date')}
              value={values.new_date}
              onChange={(new_date) => change({ new_date })}
              error={errorOf('new_date')}
            />
            <FieldPair>
              <TimeField
                id={controlId('new_start_time')}
                label={t('modules.schedule.fields.new_start_time')}
                value={values.new_start_time}
                onChange={(new_start_time) => change({ new_start_time })}
                error={errorOf('new_start_time')}
              />
              <WholeNumberField
                id={controlId('new_duration')}
                label={t('modules.schedule.fields.new_duration')}
                value={values.new_duration}
                onChange={(new_duration) => change({ new_duration })}
                error={errorOf('new_duration')}
              />
            </FieldPair>
            <Select
              id={controlId('location_id')}
              label={
                <>
                  {t('modules.schedule.fields.location_id')}
                  <Optional />
                </>
              }
              placeholder={
                usual
                  ? t('modules.schedule.usual_place', { place: usual.name })
                  : t('modules.schedule.no_place')
              }
              data={locations
                .filter(({ id, active }) => id === row?.location_id || (active && id !== group.location_id))
                .map(({ id, name }) => ({ value: id, label: name }))}
              value={values.location_id}
              onChange={(location_id) => change({ location_id })}
              clearable
              clearButtonProps={{ 'aria-label': t('modules.schedule.clear_place') }}
              error={errorOf('location_id')}
            />
            <div role="status">
              <ClashList clashes={clashes} />
            </div>
          </>
        )}
        {group.languages.map((language, at) => (
          <TextInput
            key={language}
            id={controlId(`reason.${language}`)}
            label={
              <>
                {several
                  ? `${t('modules.schedule.fields.reason')} (${t(`layout.languages_within.${language}`)})`
                  : t('modules.schedule.fields.reason')}
                <Optional />
              </>
            }
            {...(at === 0 && { description: t('modules.schedule.reason_hint') })}
            value={values.reason[language] ?? ''}
            onChange={(event) =>
              change({ reason: { ...values.reason, [language]: event.currentTarget.value } })
            }
            error={errorOf(`reason.${language}`)}
          />
        ))}
      </FirstField>
      <NotifyPeople about={{ group_id: group.id }} checked={isTold} onChange={setTold} />
    </SheetForm>
  );
}
