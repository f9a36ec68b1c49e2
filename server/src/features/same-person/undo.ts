import { type Answer, holdsPlace, type ParticipantStatus } from '@vpisnik/contract/participants';
import { MERGE_DAYS } from '@vpisnik/contract/rules/same-person';
import { recordBy } from '../../db/activity.ts';
import type { MergeChanges } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError, found } from '../../errors.ts';
import { resumeStatusMails } from '../application-mails/undo.ts';
import { lockAnew, lockClassification, lockGroups, requirePlace } from '../participants/places.ts';
import type { Application } from './compare.ts';
import { lockApplications, restore, selectApplications, selectMerge, updateApplication } from './queries.ts';

/** A field that was changed after the merge; its label if it is an answer. */
type Stayed = { key: string; label: string | null };

/**
 * Undoes a merge: the other application is there again as it was, with all that came from it and has not gone elsewhere.
 * Of the one that stayed, what the merge changed is taken back; what was changed since stays.
 *
 * @throws {AppError} group_full, already_applied, undo_not_possible
 */
export async function undoMerge(scope: Scope, mergeId: string, allowOverbooking: boolean) {
  const { merge, kept } = await lockMerge(scope, mergeId);
  const merged = merge.merged as Application;
  const { change, stayed } = takenBack(kept, merge.changes);
  for (const group of new Set([kept.group_id, merged.group_id])) {
    const more = placesOf(group, { ...kept, ...change }, merged) - placesOf(group, kept);
    if (more > 0) await requirePlace(scope, group, allowOverbooking, more);
  }
  // a decision since then can't be undone any more, nor is it now
  if (change.status) await updateApplication(scope, kept.id, { previous_status: null, decided_at: null });
  await updateApplication(scope, kept.id, change);
  // after the status, whose change ends it
  const ended = merge.changes?.ended ?? {};
  if (change.status && Object.keys(ended).length > 0)
    await updateApplication(scope, kept.id, ended as Partial<Application>);
  await restore(scope, mergeId);
  await resumeStatusMails(
    scope.tx,
    (merge.moved ?? []).flatMap(({ stopped }) => (typeof stopped === 'string' ? [stopped] : [])),
  );
  await recordBy(scope, { action: 'merge_undone', entity: 'participant', entity_id: kept.id });
  return { id: kept.id, restored_id: merge.merged_id, stayed };
}

function lockMerge(scope: Scope, id: string) {
  return lockAnew(scope, async () => {
    const seen = found(await selectMerge(scope, id, MERGE_DAYS));
    const [before] = await selectApplications(scope, [seen.participant_id]);
    const groups = [found(before).group_id, (seen.merged as Application).group_id];
    const locked = await lockGroups(scope, groups);
    // its group was deleted since
    if (!groups.every((group) => locked.includes(group))) throw new AppError('undo_not_possible');
    await lockClassification(scope);
    const [kept] = await lockApplications(scope, [seen.participant_id]);
    const merge = await selectMerge(scope, id, MERGE_DAYS);
    // else it was moved, merged or undone meanwhile
    const isThere = kept && merge?.participant_id === kept.id && kept.group_id === groups[0];
    return isThere ? { merge, kept } : undefined;
  });
}

type Row = Pick<Application, 'group_id' | 'status'>;

const placesOf = (groupId: string, ...rows: Row[]) =>
  rows.filter(({ group_id, status }) => group_id === groupId && holdsPlace(status as ParticipantStatus))
    .length;

/**
 * What the merge changed and nobody since, as it was before, and the fields that were changed since. Of an application that
 * was merged into a third one meanwhile, nothing is taken back there: the third one's values are its own.
 */
function takenBack(kept: Application, changes: MergeChanges | null) {
  const columns = Object.entries(changes?.columns ?? {});
  const isOwn = changes?.of === kept.id;
  const isStill = (key: string, to: unknown) => isOwn && kept[key as keyof Application] === to;
  const answers = answersBack(
    isOwn ? (kept.answers as Answer[]) : null,
    (changes?.answers.from ?? []) as Answer[],
    (changes?.answers.to ?? []) as Answer[],
  );
  const change = Object.fromEntries(
    columns.flatMap(([key, { from, to }]) => (isStill(key, to) ? [[key, from]] : [])),
  ) as Partial<Application>;
  const changed = columns.flatMap(([key, { to }]): Stayed[] =>
    isStill(key, to) ? [] : [{ key, label: null }],
  );
  return {
    change: { ...change, ...(answers.isOther && { answers: answers.now }) },
    stayed: [...changed, ...answers.stayed],
  };
}

const saidOf = (answers: readonly Answer[], id: string) =>
  JSON.stringify(answers.find(({ field_id }) => field_id === id)?.value);

function answersBack(now: Answer[] | null, from: Answer[], to: Answer[]) {
  const ids = [...new Set([...from, ...to].map(({ field_id }) => field_id))];
  const changed = ids.filter((id) => saidOf(from, id) !== saidOf(to, id));
  const back = changed.filter((id) => now && saidOf(now, id) === saidOf(to, id));
  const stayed = changed.flatMap((id): Stayed[] => {
    const label = [...to, ...from].find(({ field_id }) => field_id === id)?.name ?? null;
    return back.includes(id) ? [] : [{ key: `answer:${id}`, label }];
  });
  const restored = from.filter(({ field_id }) => back.includes(field_id));
  return {
    isOther: back.length > 0,
    now: [...(now ?? []).filter(({ field_id }) => !back.includes(field_id)), ...restored],
    stayed,
  };
}
