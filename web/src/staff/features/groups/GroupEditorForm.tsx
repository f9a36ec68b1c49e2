import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { Language } from '@vpisnik/contract/common';
import type { Group } from '@vpisnik/contract/groups';
import { useEffect, useRef, useState } from 'react';
import { useI18n } from '../../../lib/i18n.ts';
import { formatTag } from '../../../lib/locale.ts';
import { useSession } from '../../../lib/session/context.ts';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { SaveBar } from '../../../ui/SaveBar.tsx';
import { UnsavedGuard } from '../../../ui/UnsavedGuard.tsx';
import { useCan } from '../../permission/Permission.tsx';
import { BasicsTab } from './BasicsTab.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { DraftNotice, type Restored } from './DraftNotice.tsx';
import { EditorHead } from './EditorHead.tsx';
import { EditorTabs } from './EditorTabs.tsx';
import { EmailTab } from './EmailTab.tsx';
import classes from './editor.module.css';
import { type Editor, EditorProvider } from './editor-context.ts';
import { parseEditorSearch } from './editor-search.ts';
import { FormPreview } from './FormPreview.tsx';
import { FormTab } from './FormTab.tsx';
import { focusSoon } from './focus-soon.ts';
import { GoneNotice } from './GoneNotice.tsx';
import { changedFields } from './group-form.ts';
import { isLockedFor } from './locked.ts';
import { OverfullQuestion } from './OverfullQuestion.tsx';
import { ParticipantsTab } from './ParticipantsTab.tsx';
import { PreviewRail } from './PreviewRail.tsx';
import {
  type EditorTab,
  editorTabs,
  inFormOrder,
  type Place,
  placeOf,
  problemText,
  summaryLine,
} from './problem-text.ts';
import type { References } from './references.ts';
import { ScheduleTab } from './ScheduleTab.tsx';
import { useGroupDraft } from './use-group-draft.ts';
import { type Initial, useGroupEditor } from './use-group-editor.ts';

const route = getRouteApi('/_app/groups/$group_id');

type GroupEditorFormProps = {
  initial: Initial & { restored?: Restored | undefined };
  /** The group as it was last fetched. */
  latest: Group | null;
  references: References;
  /** Where it is kept as long as it is unsaved. */
  draftKey: string;
};

/** All tabs of the editor over one state: summary of errors, save bar, guard and conflict included. */
export function GroupEditorForm({ initial, latest, references, draftKey }: GroupEditorFormProps) {
  const { t, locale } = useI18n();
  const { organization } = useSession();
  const can = useCan();
  const navigate = useNavigate({ from: '/groups/$group_id' });
  const { tab = 'basics' } = parseEditorSearch(route.useSearch());
  const summary = useRef<{ focus: () => void }>(null);
  const editor = useGroupEditor(initial, references, () =>
    requestAnimationFrame(() => requestAnimationFrame(() => summary.current?.focus())),
  );
  const { form, group, changed, saving, problems, dateErrors, receive } = editor;
  const { values } = form;
  const [language, setLanguage] = useState<Language>(() => {
    const wanted = [locale, organization?.default_language];
    return wanted.find((one) => one && values.languages.includes(one)) ?? values.languages[0] ?? 'sl';
  });
  const [openField, setOpenField] = useState<string | null>(null);
  const dirty = changed.length > 0;

  const forgetDraft = useGroupDraft(draftKey, {
    group,
    before: editor.before,
    mine: values,
  });

  const receiveLatest = useRef(receive);
  receiveLatest.current = receive;
  useEffect(() => {
    if (latest) receiveLatest.current(latest);
  }, [latest]);

  // A group that was just made gets its own address; by now nothing is unsaved, so nobody is asked.
  const made = group && group.id !== initial.group?.id ? group.id : undefined;
  useEffect(() => {
    if (made) void navigate({ params: { group_id: made }, search: true, replace: true });
  }, [made, navigate]);

  const context = { values, catalogue: references.formFields, t, locale };
  const reveal = (place: Place) => {
    if (place.language) setLanguage(place.language);
    if (place.fieldKey) setOpenField(place.fieldKey);
    if (place.tab === tab) return focusSoon(place.id);
    void navigate({ search: { tab: place.tab } }).then(() => focusSoon(place.id));
  };
  const dated = editor.submitted
    ? [...dateErrors].map(([path, message]) => ({ path, code: '', message }))
    : [];
  const lines = inFormOrder([...problems, ...dated], values).map((problem) => {
    const place = placeOf(problem, context);
    const line = 'message' in problem ? `${place.name} – ${problem.message}` : summaryLine(problem, place, t);
    return { place, line };
  });
  // from top to bottom, and from the first tab to the last
  lines.sort((a, b) => editorTabs.indexOf(a.place.tab) - editorTabs.indexOf(b.place.tab));
  const tabsWithErrors = new Set<EditorTab>(lines.map(({ place }) => place.tab));

  const provided: Editor = {
    form,
    values,
    group,
    references,
    receive,
    refuse: editor.refuse,
    sayDateError: editor.sayDateError,
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
  return (
    <EditorProvider value={provided}>
      <EditorHead />
      <EditorTabs active={tab} withErrors={tabsWithErrors} />
      <div
        className={classes.columns}
        data-wide={tab === 'participants' || undefined}
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
            {initial.restored && <DraftNotice restored={initial.restored} onDiscard={editor.discard} />}
            {editor.gone && <GoneNotice onSave={editor.saveAsNew} saving={saving} />}
            {editor.failure && <p className={classes.failure}>{editor.failure}</p>}
            {group && !can('groups.manage') && tab !== 'participants' && (
              <p className={classes.notice}>
                {t(can('groups.edit') ? 'modules.group.editor.locked' : 'modules.group.editor.read_only')}
              </p>
            )}
          </div>
          {/* Stays while another tab is open: a date that was typed wrong lives in its field alone. */}
          <div key={editor.discards} hidden={tab !== 'basics'}>
            <BasicsTab />
          </div>
          <div key={`${editor.discards} schedule`} hidden={tab !== 'schedule'}>
            <ScheduleTab isOpen={tab === 'schedule'} />
          </div>
          {tab === 'form' && <FormTab />}
          {tab === 'emails' && <EmailTab />}
          {/* Enter in a field saves, as in any form. */}
          <button type="submit" className="vh" tabIndex={-1} aria-hidden="true" />
        </form>
        {tab === 'participants' ? <ParticipantsTab /> : tab === 'form' ? <FormPreview /> : <PreviewRail />}
        <SaveBar
          dirty={dirty}
          isDirty={() => changedFields(editor.before, form.getValues()).length > 0}
          saving={saving}
          changed={changedWords(
            changed.map((field) => t(`modules.group.changed.${field}`)),
            formatTag[locale],
          )}
          onSave={editor.save}
          onDiscard={editor.discard}
        />
      </div>
      <UnsavedGuard dirty={dirty} onLeave={forgetDraft} />
      <OverfullQuestion editor={editor} />
      {editor.conflict && (
        <ConflictDialog
          {...editor.conflict}
          references={references}
          onResolve={editor.resolve}
          onCancel={editor.dismissConflict}
        />
      )}
    </EditorProvider>
  );
}

function changedWords(words: string[], tag: string): string {
  const list = new Intl.ListFormat(tag, { type: 'conjunction' }).format(words);
  return list.charAt(0).toLocaleUpperCase() + list.slice(1);
}
