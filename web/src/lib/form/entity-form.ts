import { ApiError } from '@vpisnik/contract/kit';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { useRef, useState } from 'react';
import {
  type Comparable,
  type Conflict,
  changedFields,
  mergeValues,
  same,
  takeUnits,
  type Unit,
} from './merge.ts';
import { refusedFields } from './problems.ts';
import { withValueAt } from './values.ts';

/** Error at a path of a form; `message` where the control itself words it. */
export type Problem = FieldError & { message?: string };

/** The part of a form that its fields need. */
export type FieldsOf<Values> = {
  values: Values;
  /** Sets the given fields; a function receives the values as they are now, unrendered changes included. */
  change(part: Partial<Values> | ((now: Values) => Partial<Values>)): void;
  /** Sets the value at a path such as `name.en`. */
  set(path: string, value: unknown): void;
  problems: readonly Problem[];
  /** The row is yet to be created. */
  isNew: boolean;
};

/** The state of a form over one row of the server. */
export type EntityForm<Values, Row> = FieldsOf<Values> & {
  /** The row as form and server last agreed on it; null before it is created. */
  row: Row | null;
  /** The values that the form compares with. */
  before: Values;
  /** The values as they are now, unrendered changes included. */
  latest(): Values;
  changed: (keyof Values & string)[];
  dirty: boolean;
  /** Like `dirty`, unrendered changes included. */
  isDirty(): boolean;
  saving: boolean;
  /** Error of the last save; null if it succeeded or `problems` has the errors. */
  failure: unknown;
  /** Counts refused saves, so that the error summary takes the focus each time. */
  refusals: number;
  /** Counts discards, as a key that remounts controls with half-typed texts. */
  discards: number;
  /** The fields that both sides changed differently, and those that only they changed. */
  conflict: { current: Row; conflicts: readonly Conflict[]; merged: (keyof Values & string)[] } | null;
  conflicts: readonly Conflict[];
  /** Marks the form as submitted; true when nothing is wrong with it. */
  validate(): boolean;
  /** Validates and saves; undefined when it was refused, failed or met a conflict. */
  save(): Promise<Row | undefined>;
  discard(): void;
  /** Merges a newer row, read meanwhile, into the form; a conflict is left for the next save. */
  receive(row: Row): void;
  /**
   * Shows problems that a call beside the form was answered with.
   *
   * @returns false when all of them are at fields with unsaved changes, of which the server knows nothing
   */
  refuse(found: readonly FieldError[]): boolean;
  /** Reports a text that a control cannot turn into a value, or null again; the form refuses to save meanwhile. */
  sayTyped(path: string, message: string | null): void;
  /** Turns the form into one of a new row with these values. */
  restart(values: Values): void;
  /** Settles a conflict and saves: theirs for these units, ours for the others. */
  settle(theirs: readonly Unit[]): Promise<Row | undefined>;
  keepMine(): Promise<Row | undefined>;
  /** Settles a conflict with their values, without saving. */
  takeTheirs(): void;
  /** Closes a conflict; the next save asks again. */
  putOff(): void;
};

/** Unsaved values of an earlier visit. */
export type Resumed<Values, Row> = {
  /** The values that the unsaved ones were made from. */
  before: Values;
  mine?: Values | undefined;
  /** The row as it is now, where the unsaved values belong to an older version. */
  newest?: Row | undefined;
};

type Options<Values extends object, Row> = {
  /** The row to edit; null for a new one. Later states of it come by `receive`, or with a save. */
  initial: Row | null;
  resumed?: Resumed<Values, Row>;
  valuesOf: (row: Row | null) => Values;
  /** Everything wrong with the values; `before` is the row and the values that the form compares with. */
  problemsOf: (values: Values, before: { row: Row | null; values: Values }) => readonly Problem[];
  /** The path of the form's control for a path of the body that is sent; default: the same. */
  fieldOf?: (path: string) => string;
  /** Creates when `base` is null, else changes `fields` of it; rejects with an `ApiError`. */
  send: (values: Values, fields: (keyof Values & string)[], base: Row | null) => Promise<Row>;
  comparable?: Comparable<Values>;
  /** Another person saved first; these fields of theirs were merged without a conflict. */
  onMerged?: (row: Row, fields: (keyof Values & string)[]) => void;
  /** The server refused the values of some fields. */
  onRefused?: (problems: readonly FieldError[]) => void;
  onFailed?: (error: unknown, base: Row | null) => void;
};

/** Number of merges with newer versions before a save gives up. */
const attempts = 3;

/** A state that can be read right after it was set, before React renders it. */
function useLatest<T extends object>(first: () => T) {
  const [state, setState] = useState(first);
  const latest = useRef(state);
  const set = (next: T) => {
    latest.current = next;
    setState(next);
  };
  return [state, latest, set] as const;
}

/**
 * The state of a form from the first change to the save. It validates at the first submit, then live; keeps an error of
 * the server at its field until the field changes; merges what others saved meanwhile.
 */
export function useEntityForm<Values extends object, Row extends { version: number }>(
  options: Options<Values, Row>,
): EntityForm<Values, Row> {
  const { initial, resumed, valuesOf, problemsOf, send } = options;
  const { comparable = (values) => values, fieldOf, onMerged, onRefused, onFailed } = options;
  type Base = { row: Row | null; values: Values };
  const [base, latestBase, setBase] = useLatest<Base>(() => ({
    row: initial,
    values: resumed?.before ?? valuesOf(initial),
  }));
  const [values, latestValues, setValues] = useLatest(() => resumed?.mine ?? base.values);
  const [typed, latestTyped, setTyped] = useLatest<ReadonlyMap<string, string>>(() => new Map());
  // Ahead of the base until a conflict is settled.
  const newest = useRef(resumed?.newest ?? initial);
  const [saving, setSaving] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<{ problems: readonly FieldError[]; values: Values } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [refusals, setRefusals] = useState(0);
  const [discards, setDiscards] = useState(0);
  const [conflict, setConflict] = useState<EntityForm<Values, Row>['conflict']>(null);

  const changes = (from: Values, to: Values) => changedFields(comparable(from), comparable(to));
  const merge = (from: Values, mine: Values, theirs: Values) => mergeValues(from, mine, theirs, comparable);
  const rebase = (row: Row | null) => {
    newest.current = row;
    setBase({ row, values: valuesOf(row) });
  };
  const raise = () => setRefusals((count) => count + 1);
  const atControls = <P extends FieldError>(found: readonly P[]): readonly P[] =>
    fieldOf ? found.map((problem) => ({ ...problem, path: fieldOf(problem.path) })) : found;
  const wrong = (now: Values, unread: ReadonlyMap<string, string>): Problem[] => [
    ...atControls(problemsOf(now, latestBase.current)).filter(({ path }) => !unread.has(path)),
    ...[...unread].map(([path, message]) => ({ path, code: 'invalid', message })),
  ];

  const attempt = async (left: number): Promise<Row | undefined> => {
    const sent = latestValues.current;
    const { row: from, values: known } = latestBase.current;
    const fields = from ? changes(known, sent) : (Object.keys(sent) as (keyof Values & string)[]);
    try {
      const row = await send(sent, fields, from);
      // Keeps text typed during the save.
      setValues(merge(sent, latestValues.current, valuesOf(row)).values);
      rebase(row);
      setSubmitted(false);
      return row;
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : undefined;
      if (problem?.code === 'edit_conflict' && problem.current && left > 0)
        return reconcile(problem.current as Row, left);
      const problems = atControls(refusedFields(error));
      if (problems.length > 0) {
        setRefused({ problems, values: sent });
        onRefused?.(problems);
      } else {
        setFailure(error ?? new Error('The save failed'));
        onFailed?.(error, from);
      }
      raise();
      return undefined;
    }
  };

  /** Merges the row that was saved first, and saves again unless a field was changed on both sides. */
  const reconcile = async (current: Row, left: number): Promise<Row | undefined> => {
    const known = latestBase.current.values;
    const theirs = changes(known, valuesOf(current));
    const merged = merge(known, latestValues.current, valuesOf(current));
    if (merged.conflicts.length > 0) {
      const asked = new Set(merged.conflicts.map(({ unit }) => unit.split('.')[0]));
      newest.current = current;
      // What they alone changed is shown at once; the version stays, so that a save still asks.
      const units = merged.conflicts.map(({ unit }) => unit);
      setBase({ row: latestBase.current.row, values: takeUnits(valuesOf(current), units, known) });
      setValues(merged.values);
      setConflict({
        current,
        conflicts: merged.conflicts,
        merged: theirs.filter((field) => !asked.has(field)),
      });
      return undefined;
    }
    setValues(merged.values);
    rebase(current);
    onMerged?.(current, theirs);
    return sendRest(left - 1);
  };

  const sendRest = async (left: number): Promise<Row | undefined> => {
    const { row, values: known } = latestBase.current;
    if (row === null || changes(known, latestValues.current).length > 0) return attempt(left);
    setSubmitted(false);
    return row;
  };

  const locked = async (work: () => Promise<Row | undefined>) => {
    setSaving(true);
    setFailure(null);
    setRefused(null);
    setConflict(null);
    try {
      return await work();
    } finally {
      setSaving(false);
    }
  };

  const validate = () => {
    setSubmitted(true);
    if (wrong(latestValues.current, latestTyped.current).length === 0) return true;
    setRefused(null);
    raise();
    return false;
  };

  const save = async () => {
    if (saving || !validate()) return undefined;
    return locked(() => attempt(attempts));
  };

  /** Rebases on the row of the conflict, with their values for these units. */
  const accept = ({ current }: { current: Row }, units: readonly Unit[]) => {
    const theirs = valuesOf(current);
    const merged = merge(latestBase.current.values, latestValues.current, theirs).values;
    setValues(takeUnits(merged, units, theirs));
    rebase(current);
    setConflict(null);
  };

  const settle = async (theirs: readonly Unit[]) => {
    if (!conflict) return undefined;
    accept(conflict, theirs);
    return locked(async () => {
      const row = await sendRest(attempts);
      if (row === conflict.current) onMerged?.(row, []);
      return row;
    });
  };

  const receive = (row: Row) => {
    const { row: from, values: known } = latestBase.current;
    if (from && row.version <= from.version) return;
    const merged = merge(known, latestValues.current, valuesOf(row));
    if (from && merged.conflicts.length > 0) {
      // The form's own fields keep the old version, so that saving asks which value holds.
      const own = Object.fromEntries(Object.entries(from).filter(([field]) => field in known));
      setBase({ row: { ...row, ...own, version: from.version }, values: known });
      newest.current = row;
      return;
    }
    setValues(merged.values);
    rebase(row);
  };

  const refuse = (answered: readonly FieldError[]) => {
    const found = atControls(answered);
    const { values: known } = latestBase.current;
    const isUntouched = ({ path }: FieldError) => {
      const field = path.split('.')[0] as keyof Values;
      return same(known[field], latestValues.current[field]);
    };
    const problems = found.filter(isUntouched);
    if (problems.length === 0) return false;
    setRefused({ problems, values: known });
    raise();
    return true;
  };

  const live = submitted ? wrong(values, typed) : [];
  const stillRefused = (refused?.problems ?? []).filter(({ path }) => {
    const field = path.split('.')[0] as keyof Values;
    return !live.some((one) => one.path === path) && same(refused?.values[field], values[field]);
  });
  const changed = changes(base.values, values);
  return {
    values,
    change: (part) => {
      const now = latestValues.current;
      setValues({ ...now, ...(typeof part === 'function' ? part(now) : part) });
    },
    set: (path, value) => setValues(withValueAt(latestValues.current, path, value)),
    latest: () => latestValues.current,
    problems: [...live, ...stillRefused],
    isNew: base.row === null,
    row: base.row,
    before: base.values,
    changed,
    dirty: changed.length > 0,
    isDirty: () => changes(latestBase.current.values, latestValues.current).length > 0,
    saving,
    failure,
    refusals,
    discards,
    conflict,
    conflicts: conflict?.conflicts ?? [],
    validate,
    save,
    receive,
    refuse,
    discard: () => {
      // Without changes of ours the newest row is not in question any more.
      if (newest.current) rebase(newest.current);
      setValues(latestBase.current.values);
      setTyped(new Map());
      setSubmitted(false);
      setRefused(null);
      setFailure(null);
      setConflict(null);
      setDiscards((count) => count + 1);
    },
    sayTyped: (path, message) => {
      const next = new Map(latestTyped.current);
      if (message === null) next.delete(path);
      else next.set(path, message);
      setTyped(next);
    },
    restart: (next) => {
      rebase(null);
      setValues(next);
      setFailure(null);
      setRefused(null);
    },
    settle,
    keepMine: () => settle([]),
    takeTheirs: () => {
      if (!conflict) return;
      accept(
        conflict,
        conflict.conflicts.map(({ unit }) => unit),
      );
      onMerged?.(conflict.current, []);
    },
    putOff: () => setConflict(null),
  };
}
