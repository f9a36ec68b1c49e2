import type { FieldError } from '@vpisnik/contract/errors';
import { fieldErrorsOf } from '@vpisnik/contract/field-errors';
import { ApiError } from '@vpisnik/contract/kit';
import { useState } from 'react';
import { type Conflict, changedFields, mergeValues, same, takeUnits } from './merge.ts';

/** What a form's fields need. `change` takes the fields that get another value. */
export type FieldsOf<Values> = {
  values: Values;
  change(part: Partial<Values>): void;
  problems: readonly FieldError[];
  /** It is yet to be made. */
  isNew: boolean;
};

/** A form over one row of the server's. */
export type EntityForm<Values, Row> = FieldsOf<Values> & {
  /** The row as the form last agreed with the server about it. */
  row: Row | null;
  changed: string[];
  dirty: boolean;
  saving: boolean;
  /** Why the last save failed, where no field is to blame. */
  failure: unknown;
  /** Raised by every refusal, so that the summary takes the focus each time. */
  refusals: number;
  /** What somebody else saved meanwhile that we changed as well. */
  conflicts: readonly Conflict[];
  save(): Promise<Row | undefined>;
  discard(): void;
  /** Settles the conflicts: ours are saved over theirs, or theirs are taken into the form. */
  keepMine(): Promise<Row | undefined>;
  takeTheirs(): void;
};

type Options<Values extends object, Row> = {
  /** The row to edit; null for a new one. Later states of it are merged in when saving, not before. */
  initial: Row | null;
  valuesOf: (row: Row | null) => Values;
  problemsOf: (values: Values) => FieldError[];
  /** Creates when `base` is null, else changes `fields` of it; rejects with an `ApiError`. */
  send: (values: Values, fields: (keyof Values & string)[], base: Row | null) => Promise<Row>;
};

/** How often changes that touch nothing of ours are taken in before somebody has to look. */
const attempts = 3;

/**
 * The state of a form from the first change to the save: validates when sent first, then live; keeps what the server
 * refuses at its field until it is changed; merges what others saved meanwhile.
 */
export function useEntityForm<Values extends object, Row extends { version: number }>(
  options: Options<Values, Row>,
): EntityForm<Values, Row> {
  const { initial, valuesOf, problemsOf, send } = options;
  const [base, setBase] = useState(() => ({ row: initial, values: valuesOf(initial) }));
  const [values, setValues] = useState(base.values);
  const [saving, setSaving] = useState(false);
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<{ problems: FieldError[]; values: Values } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [refusals, setRefusals] = useState(0);
  const [conflict, setConflict] = useState<{ current: Row; conflicts: Conflict[] } | null>(null);

  const rebase = (row: Row, next: (now: Values) => Values) => {
    setBase({ row, values: valuesOf(row) });
    setValues(next);
  };
  const refuse = () => setRefusals((count) => count + 1);

  const attempt = async (from: typeof base, sent: Values, left: number): Promise<Row | undefined> => {
    try {
      const fields = from.row
        ? changedFields(from.values, sent)
        : (Object.keys(sent) as (keyof Values & string)[]);
      const row = await send(sent, fields, from.row);
      // What was typed while the answer was on its way stays.
      rebase(row, (now) => mergeValues(values, now, valuesOf(row)).values);
      setSubmitted(false);
      return row;
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : undefined;
      if (problem?.code === 'edit_conflict' && problem.current && left > 0) {
        const current = problem.current as Row;
        const merged = mergeValues(from.values, sent, valuesOf(current));
        if (merged.conflicts.length === 0)
          return attempt({ row: current, values: valuesOf(current) }, merged.values, left - 1);
        setConflict({ current, conflicts: merged.conflicts });
        return undefined;
      }
      const problems = refusedFields(error);
      if (problems.length > 0) setRefused({ problems, values: sent });
      else setFailure(error ?? new Error('The save failed'));
      refuse();
      return undefined;
    }
  };

  const locked = async (from: typeof base, sent: Values) => {
    setSaving(true);
    setFailure(null);
    setRefused(null);
    setConflict(null);
    try {
      return await attempt(from, sent, attempts);
    } finally {
      setSaving(false);
    }
  };

  const save = async () => {
    if (saving) return undefined;
    setSubmitted(true);
    if (problemsOf(values).length > 0) {
      setRefused(null);
      refuse();
      return undefined;
    }
    return locked(base, values);
  };

  /** Ours over the newer row, with everything of it that we did not touch. */
  const overTheirs = ({ current }: { current: Row }) =>
    mergeValues(base.values, values, valuesOf(current)).values;

  const live = submitted ? problemsOf(values) : [];
  const stillRefused = (refused?.problems ?? []).filter(({ path }) => {
    const field = path.split('.')[0] as keyof Values;
    return !live.some((one) => one.path === path) && same(refused?.values[field], values[field]);
  });
  const changed = changedFields(base.values, values);
  return {
    values,
    change: (part) => setValues((now) => ({ ...now, ...part })),
    problems: [...live, ...stillRefused],
    isNew: base.row === null,
    row: base.row,
    changed,
    dirty: changed.length > 0,
    saving,
    failure,
    refusals,
    conflicts: conflict?.conflicts ?? [],
    save,
    discard: () => {
      setValues(base.values);
      setSubmitted(false);
      setRefused(null);
      setFailure(null);
      setConflict(null);
    },
    keepMine: async () => {
      if (!conflict) return undefined;
      const { current } = conflict;
      return locked({ row: current, values: valuesOf(current) }, overTheirs(conflict));
    },
    takeTheirs: () => {
      if (!conflict) return;
      const theirs = valuesOf(conflict.current);
      const units = conflict.conflicts.map(({ unit }) => unit);
      rebase(conflict.current, () => takeUnits(overTheirs(conflict), units, theirs));
      setConflict(null);
    },
  };
}

/** A schema of the contract, as far as a form needs it. */
type Schema = {
  safeParse(
    body: unknown,
    options: { reportInput: true },
  ): { error?: Parameters<typeof fieldErrorsOf>[0] | undefined };
};

/** What is wrong with a body by the contract's own schema and rules; the first problem of each field counts. */
export function problemsOfBody(
  schema: Schema,
  body: unknown,
  more: readonly FieldError[] = [],
): FieldError[] {
  const { error } = schema.safeParse(body, { reportInput: true });
  const byPath = new Map<string, FieldError>();
  for (const problem of [...(error ? fieldErrorsOf(error) : []), ...more]) {
    const known = byPath.get(problem.path);
    // "Fill this in" says more than "this has the wrong form" about something empty.
    if (!known || (problem.code === 'required' && known.code !== 'integer'))
      byPath.set(problem.path, problem);
  }
  return [...byPath.values()];
}

/** The fields' errors of a refused save; empty when no field is to blame. */
export function refusedFields(error: unknown): FieldError[] {
  const problem = error instanceof ApiError ? error.problem : undefined;
  if (problem?.errors?.length) return problem.errors;
  if (problem?.code === 'email_taken') return [{ path: 'email', code: 'email_taken' }];
  return problem?.code === 'label_taken' ? [{ path: 'label', code: 'label_taken' }] : [];
}
