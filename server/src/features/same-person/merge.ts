import type { contract } from '@vpisnik/contract/contract';
import { type Answer, holdsPlace, type ParticipantStatus } from '@vpisnik/contract/participants';
import type { Comparison } from '@vpisnik/contract/same-person';
import type { z } from 'zod';
import { recordBy } from '../../db/activity.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError, found, invalidFields } from '../../errors.ts';
import { callTransferMailsBack } from '../application-mails/transfers.ts';
import { supersedeStatusMails } from '../application-mails/undo.ts';
import { lockAnew, lockClassification, lockGroups } from '../participants/places.ts';
import { selectQuestions } from '../participants/questions.ts';
import { type Application, compare, mergedOf } from './compare.ts';
import {
  countRecords,
  deleteApplication,
  giveUpPlace,
  insertMerge,
  lockApplications,
  moveRecords,
  selectApplications,
  selectAsJson,
  selectGroupName,
  selectMoved,
  updateApplication,
} from './queries.ts';

type MergeBody = z.output<typeof contract.same_person.merge.body>;

/** Two participants in scope by their ids; an unknown other one is a problem of the body. */
export function pairOf(rows: readonly Application[], id: string, otherId: string) {
  if (id === otherId) throw invalidFields([{ path: 'other_id', code: 'invalid_value' }]);
  const kept = found(rows.find((row) => row.id === id));
  const other = rows.find((row) => row.id === otherId);
  if (!other) throw invalidFields([{ path: 'other_id', code: 'unknown_id' }]);
  return { kept, other };
}

async function withMoves(scope: Scope, { kept, other }: ReturnType<typeof pairOf>) {
  const moved = await selectMoved(scope, [kept.id, other.id]);
  return {
    kept: { ...kept, moved: moved.has(kept.id) },
    other: { ...other, moved: moved.has(other.id) },
  };
}

/** Two applications side by side, also to different groups. */
export async function comparison(scope: Scope, id: string, otherId: string): Promise<Comparison> {
  const pair = pairOf(await selectApplications(scope, [id, otherId]), id, otherId);
  const { kept, other } = await withMoves(scope, pair);
  const side = async ({ answers: _, ...row }: Application) => ({
    ...row,
    status: row.status as ParticipantStatus,
    group_name: await selectGroupName(scope, row.group_id),
  });
  return {
    kept: await side(kept),
    other: await side(other),
    // what forms asked counts in a merge, and those to different groups are not merged
    fields: compare(
      kept,
      other,
      kept.group_id === other.group_id ? await selectQuestions(scope, kept.group_id) : [],
    ),
    moved: await countRecords(scope, otherId),
  };
}

/**
 * Merges another application to the same group into one: fields are taken as the caller chose, the older date and all that
 * refers to the other one come over, and that one is gone.
 *
 * @returns the merge's id
 * @throws {AppError} edit_conflict, different_groups, offer_would_end (the other one's), already_applied, invalid_fields (`required` at the key of a sensitive
 *   answer that nobody has chosen)
 */
export async function merge(scope: Scope, id: string, body: MergeBody): Promise<string> {
  const { other_id, take, keep } = body;
  const { kept, other } = await withMoves(scope, await lockPair(scope, id, other_id));
  // without a present row: the two are compared anew
  if (kept.version !== body.version || other.version !== body.other_version)
    throw new AppError('edit_conflict');
  // the offer is of one row, and that row would be gone
  if (other.offer_until !== null && Temporal.Instant.compare(other.offer_until, Temporal.Now.instant()) > 0)
    throw new AppError('offer_would_end');
  const asked = await selectQuestions(scope, kept.group_id);
  requireChosen(compare(kept, other, asked), [...take, ...keep]);
  const change = mergedOf(kept, other, asked, take);
  const merged = await selectAsJson(scope, other_id);
  // of a move of the other one, which this one has not made
  await callTransferMailsBack(scope.tx, [other_id], 'outdated');
  const { status = kept.status } = change;
  if (holds(other.status) && !holds(status)) await giveUpPlace(scope, other_id);
  const { moved, set_aside } = await moveRecords(scope, other_id, id);
  await deleteApplication(scope, other_id);
  // another status is no decision that can be undone, nor the undoing of the last one
  if (status !== kept.status) await updateApplication(scope, id, { previous_status: null, decided_at: null });
  await updateApplication(scope, id, change);
  // a trigger has set it to now
  if (gainsPlace(kept, change) && other.placed_at)
    await updateApplication(scope, id, { placed_at: other.placed_at });
  const [now = kept] = await selectApplications(scope, [id]);
  const stopped = await supersedeStatusMails(scope.tx, id);
  const mergeId = await insertMerge(scope, {
    participant_id: id,
    merged_id: other_id,
    name: other.name,
    reference: other.reference,
    merged,
    moved: [...moved, ...stopped.map((mail) => ({ stopped: mail }))],
    set_aside,
    changes: { ...changesOf(kept, change), ended: endedOf(kept, now) },
  });
  await recordBy(scope, { action: 'participants_merged', entity: 'participant', entity_id: id });
  return mergeId;
}

/** Refuses a merge that leaves open which of two sensitive answers holds. */
function requireChosen(fields: Comparison['fields'], chosen: readonly string[]): void {
  const open = fields.filter(
    ({ key, settled, sensitive }) => settled === 'choice' && sensitive && !chosen.includes(key),
  );
  if (open.length > 0) throw invalidFields(open.map(({ key }) => ({ path: key, code: 'required' })));
}

/** Locks both after their group, and questions against becoming sensitive. */
function lockPair(scope: Scope, id: string, otherId: string) {
  return lockAnew(scope, async () => {
    const seen = pairOf(await selectApplications(scope, [id, otherId]), id, otherId);
    const { group_id } = seen.kept;
    if (seen.other.group_id !== group_id) throw new AppError('different_groups');
    await lockGroups(scope, [group_id]);
    await lockClassification(scope);
    const rows = await lockApplications(scope, [id, otherId]);
    const areThere = rows.length === 2 && rows.every((row) => row.group_id === group_id);
    return areThere ? pairOf(rows, id, otherId) : undefined;
  });
}

const holds = (status: string) => holdsPlace(status as ParticipantStatus);

const gainsPlace = (kept: Application, { status = kept.status }: Partial<Application>) =>
  holds(status) && !holds(kept.status);

/** What another status ends beside, which undoing the merge brings back. */
const ended = ['withdrawn_at', 'withdrawal_reason', 'offer_paused_at', 'offer_taken_back'] as const;
const endedOf = (kept: Application, now: Application): Partial<Application> =>
  Object.fromEntries(ended.flatMap((key) => (kept[key] === now[key] ? [] : [[key, kept[key]]])));

function changesOf(kept: Application, { answers = kept.answers, ...columns }: Partial<Application>) {
  const changed = Object.entries(columns).map(
    ([key, to]) => [key, { from: kept[key as keyof Application], to }] as const,
  );
  return {
    of: kept.id,
    columns: Object.fromEntries(changed),
    answers: { from: kept.answers as Answer[], to: answers as Answer[] },
  };
}
