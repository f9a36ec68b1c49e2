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
import { notify } from '../../../ui/notify.ts';
import { bodyOf, changedFields, type GroupField, type GroupValues, valuesOf } from './group-form.ts';
import { merge, takeTheirs } from './merge.ts';
import { problemsOf } from './problems.ts';
import { rememberGroup } from './queries.ts';
import type { References } from './references.ts';

/** The group as it was when the form last agreed with the server; null while it is yet to be made. */
type Base = { group: Group | null; values: GroupValues };

export type GroupEditor = {
  form: UseFormReturnType<GroupValues>;
  group: Group | null;
  changed: GroupField[];
  problems: FieldError[];
  /** Whether somebody has tried to save what is there. */
  submitted: boolean;
  saving: boolean;
  /** Why the last save failed, where no field is to blame. */
  failure: string | null;
  conflict: { saved: Group; conflicts: Conflict[] } | null;
  /** Fewer places than are taken: saving waits for an answer. */
  overfull: { limit: number; taken: number } | null;
  answerOverfull: (goOn: boolean) => void;
  save: () => Promise<void>;
  discard: () => void;
  /** How often everything was taken back, fields' own half-typed texts included. */
  discards: number;
  /** Takes in a newer state of the group without losing what is unsaved. */
  receive: (saved: Group) => void;
  resolve: (theirs: readonly Unit[]) => Promise<void>;
  dismissConflict: () => void;
  /** A date that was typed wrong: its field knows, its value doesn't. */
  sayDateError: (path: string, message: string | null) => void;
  dateErrors: ReadonlyMap<string, string>;
};

/** One state over all tabs of the editor, and everything that happens to it between the first change and the save. */
export function useGroupEditor(
  initial: { group: Group | null; values: GroupValues },
  references: References,
  onRefused: () => void,
): GroupEditor {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useI18n();
  const [base, setBase] = useState<Base>(initial);
  const latestBase = useRef(base);
  const form = useForm<GroupValues>({ mode: 'controlled', initialValues: initial.values });
  const [saving, setSaving] = useState(false);
  // Validated when sent first, then live.
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<{ problems: FieldError[]; values: GroupValues } | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [discards, setDiscards] = useState(0);
  const [conflict, setConflict] = useState<GroupEditor['conflict']>(null);
  const [overfull, setOverfull] = useState<GroupEditor['overfull']>(null);
  const [dateErrors, setDateErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const latestDateErrors = useRef(dateErrors);

  const rebase = (next: Base) => {
    latestBase.current = next;
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
      notify({ message: group ? 'modules.group.done.saved' : 'modules.group.done.created' });
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : undefined;
      const current = problem?.code === 'edit_conflict' ? (problem.current as Group) : undefined;
      if (current && attempt <= 3) return reconcile(current, attempt);
      const problems = refusedFields(error);
      if (problems.length > 0) {
        setRefused({ problems, values: sent });
        onRefused();
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
      setConflict({ saved: current, conflicts });
      return;
    }
    form.setValues(values);
    rebase({ group: current, values: valuesOf(current) });
    notify({ message: 'modules.group.done.merged', color: 'info' });
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

  const save = async () => {
    if (saving) return;
    settleFocusedField();
    setSubmitted(true);
    const invalid =
      problemsOf(form.getValues(), references.formFields).length + latestDateErrors.current.size;
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
    form.setValues(latestBase.current.values);
    latestDateErrors.current = new Map();
    setDateErrors(latestDateErrors.current);
    setSubmitted(false);
    setRefused(null);
    setFailure(null);
    setDiscards((count) => count + 1);
  };

  const live = submitted ? problemsOf(form.values, references.formFields) : [];
  const stillRefused = (refused?.problems ?? []).filter(({ path }) => {
    const field = path.split('.')[0] as GroupField;
    return !live.some((one) => one.path === path) && same(refused?.values[field], form.values[field]);
  });
  return {
    form,
    group: base.group,
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
    capacity ?? locations.find(({ id }) => id === location_id)?.max_participants ?? null;
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
