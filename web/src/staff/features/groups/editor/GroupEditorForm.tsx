import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Language } from '@vpisnik/contract/common';
import type { Group } from '@vpisnik/contract/groups';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../../../lib/session/context.ts';
import { useI18n } from '../../../../lib/text/i18n.ts';
import { formatTag } from '../../../../lib/text/locale.ts';
import { useFetchedAhead } from '../../../../ui/dialog/on-demand.tsx';
import { ErrorSummary } from '../../../../ui/form/saving/ErrorSummary.tsx';
import { FormFailure } from '../../../../ui/form/saving/FormFailure.tsx';
import { SaveBar } from '../../../../ui/form/saving/SaveBar.tsx';
import { useSummaryFocus } from '../../../../ui/form/saving/summary-focus.ts';
import { UnsavedGuard } from '../../../../ui/form/saving/UnsavedGuard.tsx';
import { notify } from '../../../../ui/notice/notify.ts';
import { useCan } from '../../../permission/Permission.tsx';
import { BasicsTab } from '../basics/BasicsTab.tsx';
import { DraftNotice, type Restored } from '../draft/DraftNotice.tsx';
import { useGroupDraft } from '../draft/use-group-draft.ts';
import { focusSoon } from '../focus-soon.ts';
import { type EditorTab, editorTabs, isManagersTab, parseEditorSearch } from './address.ts';
import { EditorHead } from './EditorHead.tsx';
import { EditorTabs } from './EditorTabs.tsx';
import classes from './editor.module.css';
import { type Editor, EditorProvider } from './editor-context.ts';
import { GoneNotice } from './GoneNotice.tsx';
import { GroupTab } from './GroupTab.tsx';
import { isLockedFor } from './locked.ts';
import { PreviewRail } from './PreviewRail.tsx';
import {
  ConflictDialog,
  EmailTab,
  FormPreview,
  FormTab,
  fetchLater,
  fetchTab,
  ScheduleTab,
  TellPeople,
} from './parts.tsx';
import { inFormOrder, type Place, placeOf, problemText, summaryLine } from './problem-text.ts';
import type { References } from './references.ts';
import { OverfullQuestion } from './saving/OverfullQuestion.tsx';
import { type Initial, useGroupEditor } from './saving/use-group-editor.ts';

const route = getRouteApi('/_app/groups/$group_id');

type GroupEditorFormProps = {
  initial: Initial & { restored?: Restored | undefined };
  /** The group as it was last fetched. */
  latest: Group | null;
  references: References;
  /** Storage key of its draft. */
  draftKey: string;
};

/** All tabs of the editor over one state: summary of errors, save bar, guard and conflict included. */
export function GroupEditorForm({ initial, latest, references, draftKey }: GroupEditorFormProps) {
  const { t, locale } = useI18n();
  const { organization } = useSession();
  const can = useCan();
  const navigate = useNavigate({ from: '/groups/$group_id' });
  const { tab: wanted = 'basics' } = parseEditorSearch(route.useSearch());
  // an address may ask for a tab that this role is not offered
  const isHidden = isManagersTab(wanted) && !can('payments.manage');
  const tab: EditorTab = isHidden ? 'basics' : wanted;
  const editor = useGroupEditor(initial, references);
  const { form } = editor;
  const { values, row: group, changed, dirty, problems, refusals, receive } = form;
  const summary = useSummaryFocus(refusals);
  const [language, setLanguage] = useState<Language>(() => {
    const wanted = [locale, organization?.default_language];
    return wanted.find((one) => one && values.languages.includes(one)) ?? values.languages[0] ?? 'sl';
  });
  const [openField, setOpenField] = useState<string | null>(null);
  const [wasSchedule, setWasSchedule] = useState(tab === 'schedule');
  if (tab === 'schedule' && !wasSchedule) setWasSchedule(true);
  useFetchedAhead(fetchLater);

  const forgetDraft = useGroupDraft(draftKey, {
    group,
    before: form.before,
    mine: values,
  });

  const receiveLatest = useRef(receive);
  receiveLatest.current = receive;
  useEffect(() => {
    if (latest) receiveLatest.current(latest);
  }, [latest]);

  // Gives a new group its own address; after the save nothing is unsaved, so no question stops the navigation.
  const made = group && group.id !== initial.group?.id ? group.id : undefined;
  useEffect(() => {
    if (made) void navigate({ params: { group_id: made }, search: true, replace: true });
  }, [made, navigate]);

  const context = { values, catalogue: references.formFields, t, locale };
  const reveal = (place: Place) => {
    if (place.language) setLanguage(place.language);
    if (place.fieldKey) setOpenField(place.fieldKey);
    if (place.tab === tab) return focusSoon(place.id);
    const opened = navigate({ search: { tab: place.tab } });
    void Promise.all([opened, fetchTab(place.tab)]).then(() => focusSoon(place.id));
  };
  const lines = inFormOrder(problems, values).map((problem) => {
    const place = placeOf(problem, context);
    return { place, line: summaryLine(problem, place, t) };
  });
  // from top to bottom, and from the first tab to the last
  lines.sort((a, b) => editorTabs.indexOf(a.place.tab) - editorTabs.indexOf(b.place.tab));
  const tabsWithErrors = new Set<EditorTab>(lines.map(({ place }) => place.tab));

  const provided: Editor = {
    form,
    values,
    group,
    references,
    refuse: (found) =>
      form.refuse(found) ||
      void notify({
        message: 'modules.group.problems.save_first',
        color: 'error',
        act: 'errors.group.status',
      }),
    errorAt: (path) => {
      const problem = problems.find((one) => one.path === path);
      return problem && problemText(problem, t);
    },
    hasErrors: (matches) => problems.some(({ path }) => matches(path)),
    isLocked: (field) => isLockedFor(can, group === null, field),
    language: values.languages.includes(language) ? language : (values.languages[0] ?? language),
    setLanguage,
    openField,
    setOpenField,
  };
  const several = values.languages.length > 1;
  const isApart = tab === 'participants' || isManagersTab(tab);
  return (
    <EditorProvider value={provided}>
      <EditorHead tab={tab} />
      <EditorTabs active={tab} withErrors={tabsWithErrors} />
      <div
        className={classes.columns}
        data-wide={isApart || undefined}
        data-phone={tab === 'form' || undefined}
      >
        <form
          className={classes.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void editor.save();
          }}
        >
          <div className={classes.summary}>
            <ErrorSummary
              ref={summary}
              errors={lines.map(({ place, line }) => ({
                id: place.id,
                message: line,
                reveal: () => reveal(place),
              }))}
              {...(several && { title: t('errors.general.form') })}
            />
            {initial.restored && <DraftNotice restored={initial.restored} onDiscard={form.discard} />}
            {editor.gone && <GoneNotice onSave={editor.saveAsNew} saving={editor.saving} />}
            <FormFailure>{editor.failure}</FormFailure>
            {group && !can('groups.manage') && !isApart && (
              <p className={classes.notice}>
                {t(can('groups.edit') ? 'modules.group.editor.locked' : 'modules.group.editor.read_only')}
              </p>
            )}
          </div>
          {/* Stays while another tab is open: a date that was typed wrong lives in its field alone. */}
          <div key={form.discards} hidden={tab !== 'basics'}>
            <BasicsTab />
          </div>
          {wasSchedule && (
            <div key={`${form.discards} schedule`} hidden={tab !== 'schedule'}>
              <ScheduleTab isOpen={tab === 'schedule'} />
            </div>
          )}
          {tab === 'form' && <FormTab />}
          {tab === 'emails' && <EmailTab />}
          {/* Enter in a field saves, as in any form. */}
          <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" />
        </form>
        {isApart ? <GroupTab tab={tab} /> : tab === 'form' ? <FormPreview /> : <PreviewRail />}
        <SaveBar
          dirty={dirty}
          isDirty={form.isDirty}
          saving={editor.saving}
          changed={changedWords(
            changed.map((field) => t(`modules.group.changed.${field}`)),
            formatTag[locale],
          )}
          onSave={editor.save}
          onDiscard={form.discard}
        />
      </div>
      <UnsavedGuard dirty={dirty} onLeave={forgetDraft} />
      <OverfullQuestion editor={editor} />
      {editor.telling && group && (
        <TellPeople groupId={group.id} languages={values.languages} onAnswer={editor.answerTelling} />
      )}
      {form.conflict && (
        <ConflictDialog
          {...form.conflict}
          references={references}
          onResolve={form.settle}
          onCancel={form.putOff}
        />
      )}
    </EditorProvider>
  );
}

function changedWords(words: string[], tag: string): string {
  const list = new Intl.ListFormat(tag, { type: 'conjunction' }).format(words);
  return list.charAt(0).toLocaleUpperCase() + list.slice(1);
}
