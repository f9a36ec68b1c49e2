import { useQueryClient } from '@tanstack/react-query';
import type { Texts } from '@vpisnik/contract/common';
import type { Group, GroupInput } from '@vpisnik/contract/groups';
import { useEffect, useRef, useState } from 'react';
import { useApi } from '../../../../../lib/api.ts';
import { type EntityForm, useEntityForm } from '../../../../../lib/form/entity-form.ts';
import { errorText } from '../../../../../lib/form/error-text.ts';
import { numberOf } from '../../../../../lib/form/whole-number.ts';
import { isGone } from '../../../../../lib/gone.ts';
import { useI18n } from '../../../../../lib/text/i18n.ts';
import { notify, notifyFailure } from '../../../../../ui/notice/notify.ts';
import { rememberGroup, rereadReferences } from '../../queries.ts';
import type { References } from '../references.ts';
import { bodyOf, type GroupField, type GroupValues, newValues, valuesOf, wireOf } from '../values.ts';
import { fetchChecks, hasChecks, problemsSoFar } from './checks.ts';
import { hasPeopleToTell } from './people-to-tell.ts';

/** Start of the editor: the group, the values to compare with, and the unsaved values. */
export type Initial = {
  /** The group as it was when the form last agreed with the server; null while it is yet to be made. */
  group: Group | null;
  values: GroupValues;
  /** Unsaved values of an earlier visit, when there are any. */
  mine?: GroupValues;
  /** The group as it is now, where the unsaved values belong to an older version. */
  newest?: Group;
};

/** A limit below the places that are taken. */
export type Overfull = { limit: number; taken: number };

export type GroupEditor = {
  form: EntityForm<GroupValues, Group>;
  /** Why the last save failed, where no field is to blame. */
  failure: string | null;
  /** The group was deleted meanwhile; `saveAsNew` saves the form as another one. */
  gone: boolean;
  saveAsNew: () => Promise<void>;
  save: () => Promise<void>;
  /** A save is under way, or waits for the checks of the form. */
  saving: boolean;
  /** Saving waits for an answer: the limit is below the places that are taken. */
  overfull: Overfull | null;
  answerOverfull: (goOn: boolean) => void;
  /** Saving waits for an answer: people have places on dates that change. */
  telling: boolean;
  /** What they are told, or null for nothing; without an answer nothing is saved. */
  answerTelling: (notice?: Notice | null) => void;
};

type Notice = { note: Texts };

/** The form over all tabs of the editor, with the questions and notices of a save. */
export function useGroupEditor(
  { group, values, mine, newest }: Initial,
  references: References,
): GroupEditor {
  const api = useApi();
  const queryClient = useQueryClient();
  const { t } = useI18n();
  const [overfull, setOverfull] = useState<Overfull | null>(null);
  const [telling, setTelling] = useState(false);
  const notice = useRef<Notice>(undefined);
  const form = useEntityForm<GroupValues, Group>({
    initial: group,
    resumed: { before: values, mine, newest },
    valuesOf: (row) => (row ? valuesOf(row) : newValues([])),
    comparable: wireOf,
    // A published group must stay complete; gaps that it had before count only in texts that change.
    problemsOf: (now, before) =>
      problemsSoFar(now, references.formFields, before.row?.active ? before.values : undefined),
    send: async (now, fields, base) => {
      const body = bodyOf(now, fields);
      const saved = base
        ? await api.groups.update({
            params: { id: base.id },
            body: { ...body, ...(notice.current && { notice: notice.current }), version: base.version },
          })
        : await api.groups.create({ body: body as GroupInput });
      rememberGroup(queryClient, api, saved);
      const message = base ? 'modules.group.done.saved' : 'modules.group.done.created';
      notify({ message, act: 'errors.group.save' });
      return saved;
    },
    onMerged: (current, fields) => {
      rememberGroup(queryClient, api, current);
      if (fields.length > 0) sayMerged(current, fields);
    },
    onRefused: (problems) => {
      if (problems.some(({ code }) => code === 'unknown_id' || code === 'inactive'))
        rereadReferences(queryClient, api);
    },
    onFailed: (error, base) => {
      if (!(base && isGone(error))) notifyFailure(error, t, 'errors.group.save');
    },
  });
  const { failure, row } = form;
  const [isWaiting, setWaiting] = useState(false);
  const saving = form.saving || isWaiting;
  const gone = row !== null && isGone(failure);

  const sayMerged = ({ updated_by: who }: Group, merged: readonly GroupField[]) => {
    const fields = merged.map((field) => t(`modules.group.changed.${field}`)).join(', ');
    notify({
      ...(who
        ? { message: 'modules.group.done.merged_by', values: { who, fields } }
        : { message: 'modules.group.done.merged', values: { fields } }),
      color: 'info',
      // a save whose answer got lost is found again, and has not failed
      act: 'errors.group.save',
    });
  };

  const saveAsNew = async () => {
    if (saving) return;
    // Drops the ids of form rows, which were deleted with the old group.
    const fields = form.latest().fields.map(({ id: _, ...field }) => field);
    form.restart({ ...form.latest(), fields });
    await form.save();
  };

  const checkAndSave = async () => {
    if (!form.validate()) return;
    const short = overfullBy(form, references);
    if (short) setOverfull(short);
    else await askAndSave();
  };
  const askAndSave = async () => {
    notice.current = undefined;
    if (await hasPeopleToTell(api, form)) setTelling(true);
    else await form.save();
  };
  const latest = useRef(checkAndSave);
  latest.current = checkAndSave;
  useEffect(() => {
    // a save says what failed
    if (form.dirty) fetchChecks().catch(() => {});
  }, [form.dirty]);

  const save = async () => {
    if (saving) return;
    settleFocusedField();
    if (hasChecks()) return checkAndSave();
    setWaiting(true);
    try {
      await fetchChecks();
      await latest.current();
    } catch (error) {
      notifyFailure(error, t, 'errors.group.save');
    } finally {
      setWaiting(false);
    }
  };
  return {
    form,
    failure: failure !== null && !gone ? errorText(failure, t, 'errors.group.save') : null,
    gone,
    saveAsNew,
    save,
    saving,
    overfull,
    answerOverfull: (goOn) => {
      setOverfull(null);
      if (goOn) void askAndSave();
    },
    telling,
    answerTelling: (given) => {
      setTelling(false);
      if (given === undefined) return;
      notice.current = given ?? undefined;
      void form.save();
    },
  };
}

/** The limit that the form would set, when it is a new one and below the places taken. */
function overfullBy(
  { row, before, latest }: EntityForm<GroupValues, Group>,
  { locations }: References,
): Overfull | null {
  const limitOf = ({ capacity, location_id }: GroupValues) =>
    numberOf(capacity) ?? locations.find(({ id }) => id === location_id)?.max_participants ?? null;
  const limit = limitOf(latest());
  if (!row || limit === null || limit >= row.taken || limit === limitOf(before)) return null;
  return { limit, taken: row.taken };
}

/** Blurs and refocuses the focused input, so that fields that parse their text on blur do it before a save. */
function settleFocusedField(): void {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLInputElement)) return;
  focused.blur();
  focused.focus({ preventScroll: true });
}
