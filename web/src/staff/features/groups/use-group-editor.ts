import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import type { FieldError } from '@vpisnik/contract/errors';
import type { Group, GroupInput } from '@vpisnik/contract/groups';
import { ApiError } from '@vpisnik/contract/kit';
import { useCallback, useRef, useState } from 'react';
import { useApi } from '../../../lib/api.ts';
import { refusedFields } from '../../../lib/entity-form.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useI18n } from '../../../lib/i18n.ts';
import { type Conflict, same, type Unit } from '../../../lib/merge.ts';
import { numberOf } from '../../../lib/whole-number.ts';
import { notify } from '../../../ui/notify.ts';
import {
  bodyOf,
  changedFields,
  type GroupField,
  type GroupValues,
  newValues,
  valuesOf,
} from './group-form.ts';
import { merge, takeTheirs } from './merge.ts';
import { problemsOf } from './problems.ts';
import { rememberGroup, rereadReferences } from './queries.ts';
import type { References } from './references.ts';

/** The group as it was when the form last agreed with the server; null while it is yet to be made. */
type Base = { group: Group | null; values: GroupValues };

/** What the editor starts with: the group, what the form compares with, and what is in it. */
export type Initial = Base & {
  /** Unsaved values of an earlier visit, when there are any. */
  mine?: GroupValues;
  /** The group as it is now, where the unsaved values belong to an older version. */
  newest?: Group;
};

export type GroupEditor = {
  form: UseFormReturnType<GroupValues>;
  group: Group | null;
  /** What the form compares with: the group's values as they were last agreed upon. */
  before: GroupValues;
  changed: GroupField[];
  problems: FieldError[];
  /** Whether somebody has tried to save what is there. */
  submitted: boolean;
  saving: boolean;
  /** Why the last save failed, where no field is to blame. */
  failure: string | null;
  /** What both changed, and the fields that only they did. */
  conflict: { saved: Group; conflicts: Conflict[]; merged: GroupField[] } | null;
  /** Fewer places than are taken: saving waits for an answer. */
  overfull: { limit: number; taken: number } | null;
  answerOverfull: (goOn: boolean) => void;
  save: () => Promise<void>;
  discard: () => void;
  /** How often everything was taken back, fields' own half-typed texts included. */
  discards: number;
  /** Says at the fields what a call beside the form was refused for. */
  refuse: (problems: FieldError[]) => void;
  /** The group was deleted meanwhile: what is typed may become another one. */
  gone: boolean;
  saveAsNew: () => Promise<void>;
  /** Takes in a newer state of the group without losing what is unsaved. */
  receive: (saved: Group) => void;
  resolve: (theirs: readonly Unit[]) => Promise<void>;
  dismissConflict: () => void;
  /** A date that was typed wrong: its field knows, its value doesn't. */
  sayDateError: (path: string, message: string | null) => void;
  dateErrors: ReadonlyMap<string, string>;
};

/** One state over all tabs of the editor, and everything that happens to it between the first change and the save. */
export function useGroupEditor(initial: Initial, references: References, onRefused: () => void): GroupEditor {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useI18n();
  const [base, setBase] = useState<Base>({ group: initial.group, values: initial.values });
  const latestBase = useRef(base);
  // ahead of the base as long as a conflict is not settled
  const newest = useRef(initial.newest ?? initial.group);
  const form = useForm<GroupValues>({ mode: 'controlled', initialValues: initial.mine ?? initial.values });
  const [saving, setSaving] = useState(false);
  // Validated when sent first, then live.
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<{ problems: FieldError[]; values: GroupValues } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [gone, setGone] = useState(false);
  const [discards, setDiscards] = useState(0);
  const [conflict, setConflict] = useState<GroupEditor['conflict']>(null);
  const [overfull, setOverfull] = useState<GroupEditor['overfull']>(null);
  const [dateErrors, setDateErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const latestDateErrors = useRef(dateErrors);

  const rebase = (next: Base) => {
    latestBase.current = next;
    newest.current = next.group;
    setBase(next);
  };
  const sayDateError = (path: string, message: string | null) => {
    const next = new Map(latestDateErrors.current);
    if (message === null) next.delete(path);
    else next.set(path, message);
    latestDateErrors.current = next;
    setDateErrors(next);
  };

  const receive = (saved: Group) => {
    const { group, values } = latestBase.current;
    if (group && saved.version <= group.version) return;
    const merged = merge(values, form.getValues(), saved);
    // With a conflict the old version stays, so that saving asks which of the two holds.
    if (group && merged.conflicts.length > 0) {
      const { active, accept_applications, enrolment } = saved;
      rebase({ group: { ...group, active, accept_applications, enrolment }, values });
      newest.current = saved;
      return;
    }
    form.setValues(merged.values);
    rebase({ group: saved, values: valuesOf(saved) });
  };

  const send = async (attempt = 1): Promise<void> => {
    const sent = form.getValues();
    const { group, values } = latestBase.current;
    const body = bodyOf(sent, group ? changedFields(values, sent) : (Object.keys(sent) as GroupField[]));
    try {
      const saved = group
        ? await api.groups.update({ params: { id: group.id }, body: { ...body, version: group.version } })
        : await api.groups.create({ body: body as GroupInput });
      rememberGroup(queryClient, api, saved);
      // What was typed while the answer was on its way stays.
      form.setValues(merge(sent, form.getValues(), saved).values);
      rebase({ group: saved, values: valuesOf(saved) });
      setSubmitted(false);
      setGone(false);
      notify({ message: group ? 'modules.group.done.saved' : 'modules.group.done.created' });
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : undefined;
      const current = problem?.code === 'edit_conflict' ? (problem.current as Group) : undefined;
      if (current && attempt <= 3) return reconcile(current, attempt);
      const problems = refusedFields(error);
      if (problems.length > 0) {
        setRefused({ problems, values: sent });
        if (problems.some(({ code }) => code === 'unknown_id' || code === 'inactive'))
          rereadReferences(queryClient, api);
        onRefused();
        return;
      }
      if (group && error instanceof ApiError && error.status === 404) {
        setGone(true);
        return;
      }
      const message = errorText(error, t, 'errors.group.save');
      setFailure(message);
      notify({ translate: false, message, color: 'error' });
    }
  };

  /** Somebody saved before us: merges, and asks only where both changed the same thing. */
  const reconcile = async (current: Group, attempt: number): Promise<void> => {
    const { values, conflicts } = merge(latestBase.current.values, form.getValues(), current);
    if (conflicts.length > 0) {
      const asked = new Set(conflicts.map(({ unit }) => unit.split('.')[0]));
      const theirs = changedFields(latestBase.current.values, valuesOf(current));
      setConflict({ saved: current, conflicts, merged: theirs.filter((field) => !asked.has(field)) });
      return;
    }
    const theirs = changedFields(latestBase.current.values, valuesOf(current));
    const fields = theirs.map((field) => t(`modules.group.changed.${field}`)).join(', ');
    const who = current.updated_by;
    notify({
      ...(who
        ? { message: 'modules.group.done.merged_by', values: { who, fields } }
        : { message: 'modules.group.done.merged', values: { fields } }),
      color: 'info',
    });
    form.setValues(values);
    rebase({ group: current, values: valuesOf(current) });
    if (changedFields(valuesOf(current), values).length > 0) await send(attempt + 1);
    else setSubmitted(false);
  };

  const locked = async (work: () => Promise<void>) => {
    setSaving(true);
    setFailure(null);
    setRefused(null);
    try {
      await work();
    } finally {
      setSaving(false);
    }
  };

  /** What is published has to stay complete; what it lacked before is left to whoever changes its texts. */
  const liveProblems = (values: GroupValues) => {
    const { group, values: before } = latestBase.current;
    return problemsOf(values, references.formFields, group?.active ? before : undefined);
  };

  const refuse = (found: FieldError[]) => {
    const { values } = latestBase.current;
    const untouched = found.filter(({ path }) => {
      const field = path.split('.')[0] as GroupField;
      return same(values[field], form.getValues()[field]);
    });
    if (untouched.length === 0)
      return void notify({ message: 'modules.group.problems.save_first', color: 'error' });
    setRefused({ problems: untouched, values });
    onRefused();
  };

  const saveAsNew = async () => {
    if (saving) return;
    const values = form.getValues();
    // rows of the old group are gone with it
    form.setFieldValue(
      'fields',
      values.fields.map(({ id: _, ...field }) => field),
    );
    rebase({ group: null, values: newValues([]) });
    setSubmitted(true);
    if (liveProblems(form.getValues()).length > 0) onRefused();
    else await locked(() => send());
  };

  const save = async () => {
    if (saving) return;
    settleFocusedField();
    setSubmitted(true);
    const invalid = liveProblems(form.getValues()).length + latestDateErrors.current.size;
    if (invalid > 0) {
      setRefused(null);
      onRefused();
      return;
    }
    const short = overfullBy(latestBase.current, form.getValues(), references);
    if (short) setOverfull(short);
    else await locked(() => send());
  };
  const answerOverfull = (goOn: boolean) => {
    setOverfull(null);
    if (goOn) void locked(() => send());
  };

  const resolve = async (theirs: readonly Unit[]) => {
    if (!conflict) return;
    const { saved } = conflict;
    const { values } = merge(latestBase.current.values, form.getValues(), saved);
    form.setValues(takeTheirs(values, theirs, saved));
    rebase({ group: saved, values: valuesOf(saved) });
    setConflict(null);
    const nothingLeft = changedFields(valuesOf(saved), form.getValues()).length === 0;
    if (nothingLeft) rememberGroup(queryClient, api, saved);
    else await locked(() => send());
  };

  const discard = () => {
    // without changes of ours, what others saved is not in question any more
    if (newest.current) rebase({ group: newest.current, values: valuesOf(newest.current) });
    form.setValues(latestBase.current.values);
    latestDateErrors.current = new Map();
    setDateErrors(latestDateErrors.current);
    setSubmitted(false);
    setRefused(null);
    setFailure(null);
    setDiscards((count) => count + 1);
  };

  const live = submitted ? liveProblems(form.values) : [];
  const stillRefused = (refused?.problems ?? []).filter(({ path }) => {
    const field = path.split('.')[0] as GroupField;
    return !live.some((one) => one.path === path) && same(refused?.values[field], form.values[field]);
  });
  return {
    form,
    group: base.group,
    before: base.values,
    changed: changedFields(base.values, form.values),
    problems: [...live, ...stillRefused],
    submitted,
    overfull,
    answerOverfull,
    saving,
    failure,
    conflict,
    save,
    discard,
    discards,
    refuse,
    gone,
    saveAsNew,
    receive,
    resolve,
    dismissConflict: useCallback(() => setConflict(null), []),
    sayDateError,
    dateErrors,
  };
}

/** The limit that the form would set, when it is a new one and below the places taken. */
function overfullBy(
  { group, values: before }: Base,
  after: GroupValues,
  { locations }: References,
): GroupEditor['overfull'] {
  const limitOf = ({ capacity, location_id }: GroupValues) =>
    numberOf(capacity) ?? locations.find(({ id }) => id === location_id)?.max_participants ?? null;
  const limit = limitOf(after);
  if (!group || limit === null || limit >= group.taken || limit === limitOf(before)) return null;
  return { limit, taken: group.taken };
}

/** Fields that settle what was typed when they are left do so now; the focus stays where it was. */
function settleFocusedField(): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement)) return;
  focused.blur();
  focused.focus({ preventScroll: true });
}
