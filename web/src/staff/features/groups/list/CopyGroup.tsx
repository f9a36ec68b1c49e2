import { Radio, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Group, type GroupSummary, groupName, groups } from '@vpisnik/contract/groups';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useApi } from '../../../../lib/api.ts';
import { useEntityForm } from '../../../../lib/form/entity-form.ts';
import { errorText } from '../../../../lib/form/error-text.ts';
import { problemsOfBody } from '../../../../lib/form/problems.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { FirstField } from '../../../../ui/form/FirstField.tsx';
import { Sheet, SheetForm } from '../../../../ui/form/FormSheet.tsx';
import { useControls, useFormWords } from '../../../../ui/form/form-words.ts';
import { useCloseAsking } from '../../../../ui/form/saving/use-close-asking.tsx';
import { WholeNumberField } from '../../../../ui/form/WholeNumberField.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import { datesText } from '../dates-text.ts';
import { movedDay } from '../moved-day.ts';
import { rememberGroup } from '../queries.ts';
import classes from './copy-group.module.css';
import { copyBody, copyProblems, proposedCopy } from './values.ts';

type CopyGroupProps = { group: GroupSummary; onClose: () => void };

/** Copies a group: as it is, or shifted by some weeks for the next season. */
export function CopyGroup({ group, onClose }: CopyGroupProps) {
  const { t, locale } = useI18n();
  const name = groupName(group, locale);
  const closing = useCloseAsking(onClose);
  return (
    <Sheet title={t('modules.group_tools.copy.title', { name })} onClose={closing.ask}>
      <CopyForm
        group={group}
        onTouched={() => closing.setDirty(true)}
        onClose={closing.ask}
        onDone={onClose}
      />
      {closing.dialog}
    </Sheet>
  );
}

type CopyFormProps = CopyGroupProps & { onTouched: () => void; onDone: () => void };

function CopyForm({ group, onTouched, onClose, onDone }: CopyFormProps) {
  const { t } = useI18n();
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [touched, setTouched] = useState(false);
  const form = useEntityForm<ReturnType<typeof proposedCopy>, Group>({
    initial: null,
    valuesOf: () => proposedCopy(group, 'season', t),
    problemsOf: (values) =>
      problemsOfBody(groups.copy.body, copyBody(values), copyProblems(values, group.languages)),
    fieldOf: (path) => (path === 'shift_days' ? 'weeks' : path),
    send: (values) => api.groups.copy({ params: { id: group.id }, body: copyBody(values) }),
  });
  const { values, change, problems } = form;
  const words = useFormWords(values, (field) =>
    t(
      field === 'name' || field === 'label'
        ? `modules.group.fields.${field}`
        : `modules.group_tools.copy.${field}`,
    ),
  );
  const { text, control } = useControls(form);
  const rename = (part: Partial<typeof values>) => {
    setTouched(true);
    onTouched();
    change(part);
  };
  const choose = (kind: string) => {
    const chosen = kind === 'season' ? 'season' : 'same';
    // keeps edited names
    change(touched ? { kind: chosen } : proposedCopy(group, chosen, t));
  };
  const submit = async () => {
    const copy = await form.save();
    if (!copy) return;
    rememberGroup(queryClient, api, copy);
    notify({ message: 'modules.group_tools.copy.done' });
    // closes before the address changes, or the sheet would stay open above the copy
    flushSync(onDone);
    void navigate({ to: '/groups/$group_id', params: { group_id: copy.id } });
  };
  return (
    <SheetForm
      errors={words.summary(problems)}
      refusals={form.refusals}
      failure={form.failure ? errorText(form.failure, t, 'errors.group.save') : null}
      saving={form.saving}
      submit={t('modules.group_tools.copy.confirm')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className={classes.note}>{t('modules.group_tools.copy.text')}</p>
      <FirstField>
        <Radio.Group label={t('modules.group_tools.copy.kind')} value={values.kind} onChange={choose}>
          <div className={classes.choices}>
            <Radio value="season" label={t('modules.group_tools.copy.season')} />
            <Radio value="same" label={t('modules.group_tools.copy.same')} />
          </div>
        </Radio.Group>
      </FirstField>
      {values.kind === 'season' && (
        <WholeNumberField
          {...control('weeks')}
          label={t('modules.group_tools.copy.weeks')}
          description={<Moved group={group} days={copyBody(values).shift_days} />}
        />
      )}
      {group.languages.map((language) => (
        <TextInput
          key={language}
          {...text(`name.${language}`)}
          label={
            group.languages.length > 1
              ? t('modules.group_tools.copy.name_in', {
                  language: t(`layout.languages_within.${language}`),
                })
              : t('modules.group.fields.name')
          }
          onChange={(event) => rename({ name: { ...values.name, [language]: event.currentTarget.value } })}
          lang={language}
        />
      ))}
      <TextInput
        {...text('label')}
        label={t('modules.group.fields.label')}
        description={t('modules.group.hints.label')}
        onChange={(event) => rename({ label: event.currentTarget.value })}
        autoCapitalize="none"
        spellCheck={false}
      />
    </SheetForm>
  );
}

/** Shows the group's dates before and after the shift. */
function Moved({ group, days }: { group: GroupSummary; days: number }) {
  const { t, locale } = useI18n();
  const before = datesText(group, { t, locale });
  if (before === null) return t('modules.group_tools.copy.undated');
  const { start_date, end_date } = group;
  const after = datesText(
    { start_date: movedDay(start_date, days), end_date: movedDay(end_date, days) },
    { t, locale },
  );
  return t('modules.group_tools.copy.moved', { before, after: after ?? '' });
}
