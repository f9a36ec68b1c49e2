import type { Group } from '@vpisnik/contract/groups';
import { same } from '../../../../lib/form/merge.ts';
import type { Initial } from '../editor/saving/use-group-editor.ts';
import { changedFields, type GroupField, type GroupValues, mergeGroup, valuesOf } from '../editor/values.ts';

/** The fields that were changed, as they were and as they are; `version` is the group's that they were changed in. */
export type GroupDraft = {
  version: number | null;
  before: Partial<GroupValues>;
  mine: Partial<GroupValues>;
};

/** Draft of an editor: the changed fields, before and after; null without changes. */
export function draftOf(group: Group | null, before: GroupValues, mine: GroupValues): GroupDraft | null {
  const fields = changedFields(before, mine);
  if (fields.length === 0) return null;
  const pick = (values: GroupValues) => Object.fromEntries(fields.map((field) => [field, values[field]]));
  return { version: group?.version ?? null, before: pick(before), mine: pick(mine) };
}

/**
 * Restores a draft over the present group and merges fields that others saved meanwhile. With conflicts the form keeps the
 * draft's version, so that saving asks which value holds. Null when nothing of the draft is left to restore.
 *
 * @param mayChange whether the user may still change a field
 */
export function restored(
  { group, values }: Initial,
  draft: unknown,
  mayChange: (field: GroupField) => boolean,
): (Initial & { mine: GroupValues; conflicted: boolean }) | null {
  if (!isDraft(draft)) return null;
  const fields = (Object.keys(values) as GroupField[]).filter(
    (field) => field in draft.mine && mayChange(field) && isAlike(values[field], draft.mine[field]),
  );
  const pick = (from: Partial<GroupValues>) =>
    Object.fromEntries(fields.filter((field) => field in from).map((field) => [field, from[field]]));
  const before = { ...values, ...pick(draft.before) };
  const mine = { ...before, ...pick(draft.mine) };
  if (!group || draft.version === group.version) {
    const kept = { ...values, ...pick(draft.mine) };
    return changedFields(values, kept).length > 0 ? { group, values, mine: kept, conflicted: false } : null;
  }
  const merged = mergeGroup(before, mine, group);
  if (merged.conflicts.length > 0)
    return {
      group: { ...group, version: draft.version ?? group.version },
      values: before,
      mine,
      newest: group,
      conflicted: true,
    };
  const now = valuesOf(group);
  return same(now, merged.values) ? null : { group, values: now, mine: merged.values, conflicted: false };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function isDraft(draft: unknown): draft is GroupDraft {
  return (
    isObject(draft) && 'mine' in draft && 'before' in draft && isObject(draft.mine) && isObject(draft.before)
  );
}

/** Whether a draft's value has the type of the field's; a draft of an older release may differ. */
function isAlike(now: unknown, kept: unknown): boolean {
  if (kept === null || now === null) return kept === null || typeof kept !== 'object';
  // a number of which the typing isn't done
  if (typeof now === 'number') return typeof kept === 'number' || typeof kept === 'string';
  return typeof now === typeof kept && Array.isArray(now) === Array.isArray(kept);
}
