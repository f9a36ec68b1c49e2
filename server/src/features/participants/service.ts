import type { Language } from '@vpisnik/contract/common';
import { contract } from '@vpisnik/contract/contract';
import {
  type Answer,
  holdsPlace,
  type Participant,
  type ParticipantStatus,
  participantStatuses,
} from '@vpisnik/contract/participants';
import { permissions } from '@vpisnik/contract/rules/permissions';
import { and, eq, notInArray, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { participants, payments } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError, editConflict, found, invalidFields } from '../../errors.ts';
import { enqueueApplicationMails } from '../application-mails/enqueue.ts';
import { callTransferMailsBack, enqueueTransferMails } from '../application-mails/transfers.ts';
import { enrolByDecision } from '../fee-plans/decisions.ts';
import { settlePrice } from '../fee-plans/moving.ts';
import { chooseNews } from '../mail-choices/queries.ts';
import { insertNote } from '../participant-notes/queries.ts';
import { checkAnswers, type GivenAnswers, isEmpty } from './answers.ts';
import { filtersOf } from './filters.ts';
import { lockClassification, lockGroups, lockParticipant, requirePlace } from './places.ts';
import {
  countByStatus,
  hasGroup,
  listParticipants,
  selectMergedInto,
  selectParticipant,
  selectWhole,
} from './queries.ts';
import { type Answerable, selectFormerQuestions, selectQuestions } from './questions.ts';

type Calls = typeof contract.participants;
type ListQuery = z.output<Calls['list']['query']>;
type CreateBody = z.output<Calls['create']['body']>;
type UpdateBody = z.output<Calls['update']['body']>;

/** A page of participants; days are those of the organisation. */
export async function list(scope: Scope, query: ListQuery) {
  return listParticipants(scope, await filtersOf(scope, query), query);
}

/** A page of a group's participants. */
export async function listOfGroup(scope: Scope, groupId: string, query: Omit<ListQuery, 'group_id'>) {
  await requireGroup(scope, groupId);
  return list(scope, { ...query, group_id: [groupId] });
}

/** Counts participants in scope, or in one group, by status. */
export async function counts(scope: Scope, groupId: string | undefined) {
  if (groupId !== undefined) await requireGroup(scope, groupId);
  const rows = await countByStatus(scope, groupId);
  const of = (status: ParticipantStatus) => rows.find((row) => row.status === status);
  const numbers = participantStatuses.map((status) => [status, of(status)?.count ?? 0] as const);
  return {
    ...(Object.fromEntries(numbers) as Record<ParticipantStatus, number>),
    oldest_pending: of('pending')?.oldest ?? null,
  };
}

async function requireGroup(scope: Scope, id: string): Promise<void> {
  if (!(await hasGroup(scope, id))) throw new AppError('not_found');
}

/**
 * One participant, with as many answers as the caller's rank may see. Whether an answer is sensitive is written in the
 * answer itself (sql/45_answers.sql), so that neither a transfer nor another form shows it again.
 */
export async function get(scope: Scope, id: string): Promise<Participant> {
  const whole = found(await selectWhole(scope, id));
  if (scope.rank >= permissions['answers.read_sensitive']) return whole as Participant;
  const shown = <Row extends { answers: Answer[] }>(row: Row) => ({
    ...row,
    answers: row.answers.filter(({ sensitive }) => !sensitive),
  });
  return { ...shown(whole), reapplications: whole.reapplications.map(shown) } as Participant;
}

/**
 * One participant, as `get`; one who was merged is not found, and the refusal leads to the application that stayed, also when
 * the merge can no longer be undone.
 *
 * @throws {AppError} not_found
 */
export async function getOrLead(scope: Scope, id: string): Promise<Participant> {
  try {
    return await get(scope, id);
  } catch (error) {
    const merged_into =
      error instanceof AppError && error.code === 'not_found' ? await selectMergedInto(scope, id) : undefined;
    throw merged_into ? new AppError('not_found', { merged_into }) : error;
  }
}

/**
 * Notes for a participant that they want no news, as they have told; it holds for all who have their address.
 *
 * @throws {AppError} not_found, invalid_fields (no address)
 */
export async function declineNews(scope: Scope, id: string): Promise<Participant> {
  const { email } = found(await selectParticipant(scope, id));
  if (email === null) throw invalidFields([{ path: 'email', code: 'required' }]);
  await chooseNews(scope.tx, {
    ...{ organization_id: scope.organizationId, address: email.toLowerCase() },
    ...{ wanted: false, how: 'staff', account_id: scope.accountId, noted_by: scope.name },
  });
  return get(scope, id);
}

/** The refusal of a change that was made on an older version. */
export async function conflictOf(scope: Scope, id: string): Promise<AppError> {
  return editConflict(await get(scope, id), contract.participants.get.reply);
}

/**
 * Adds a participant by staff; required questions may stay open. Mails a confirmation if there is an address and `notify`. One
 * who was added before, told by the id, is answered as they are.
 *
 * @throws {AppError} invalid_fields, group_full, already_applied, idempotency_conflict
 */
export async function create(scope: Scope, body: CreateBody): Promise<Participant> {
  const { answers: given, notify, allow_overbooking, staff_notes, payments: made, ...person } = body;
  const [group] = await lockGroups(scope, [person.group_id]);
  if (!group) throw unknownGroup();
  // the group is locked: a request that is sent again has waited for the first one
  const before = person.id === undefined ? undefined : await selectParticipant(scope, person.id);
  if (before) {
    const isSame = (['group_id', 'name', 'email'] as const).every((fact) => before[fact] === person[fact]);
    if (!isSame) throw new AppError('idempotency_conflict');
    return get(scope, before.id);
  }
  if (holdsPlace(person.status)) await requirePlace(scope, group, allow_overbooking);
  const answers = await answersOf(scope, group, given, person.language, []);
  const id = await insert(scope, { ...person, answers });
  if (person.status === 'approved') await enrolByDecision(scope, [{ id, group_id: group }], made);
  if (staff_notes !== '') await insertNote(scope, id, staff_notes);
  const living = holdsPlace(person.status) || person.status === 'waitlisted';
  if (notify && person.email !== null && living) await enqueueApplicationMails(scope.tx, id, 'added');
  return get(scope, id);
}

type NewRow = Omit<typeof participants.$inferInsert, 'organization_id' | 'reference'>;

async function insert(scope: Scope, row: NewRow): Promise<string> {
  const { organization_id, reference } = participants;
  for (;;) {
    const [inserted] = await scope.tx
      .insert(participants)
      .values({ ...row, organization_id: scope.organizationId, reference: sql`app.new_reference()` })
      .onConflictDoNothing({ target: [organization_id, reference] })
      .returning({ id: participants.id });
    // else this reference was taken, out of a billion
    if (inserted) return inserted.id;
  }
}

const unknownGroup = () => invalidFields([{ path: 'group_id', code: 'unknown_id' }]);

/**
 * Changes data or notes. Another group is a transfer: status, answers and payments go along, and a place must be free
 * there; `fees` says what they pay by then, and `notify` that their applicant is told, after `delaySeconds`. Answers that aren't named stay as they are; an empty one is removed.
 */
export async function update(
  scope: Scope,
  id: string,
  body: UpdateBody,
  delaySeconds: number,
): Promise<Participant> {
  const {
    version,
    allow_overbooking = false,
    fees = 'keep',
    notify = false,
    answers: given,
    ...change
  } = body;
  const current = found(await selectParticipant(scope, id));
  if (current.version !== version) throw await conflictOf(scope, id);
  const group = change.group_id ?? current.group_id;
  const moves = group !== current.group_id;
  // locks the group for new answers too, so that its questions don't change before the answers are stored
  if (moves || given) {
    const locked = await lockGroups(scope, [current.group_id, group]);
    if (!locked.includes(group)) throw unknownGroup();
    if (moves && holdsPlace(current.status as ParticipantStatus))
      await requirePlace(scope, group, allow_overbooking);
  }
  const language = change.language ?? (current.language as Language);
  const answers = given && (await answersOf(scope, group, given, language, current.answers));
  // a payment or a mail that is just being added would stay behind in the former group
  if (moves)
    await scope.tx.select({ id: participants.id }).from(participants).where(itself(scope, id)).for('update');
  const [changed] = await scope.tx
    .update(participants)
    .set({ ...(change as Partial<NewRow>), ...(answers && { answers }), updated_at: sql`now()` })
    .where(and(itself(scope, id), eq(participants.version, version)))
    .returning({ id: participants.id });
  if (!changed) throw await conflictOf(scope, id);
  if (moves) {
    await settlePrice(scope, [id], group, fees);
    if (notify) await enqueueTransferMails(scope.tx, [id], { delaySeconds });
    else await callTransferMailsBack(scope.tx, [id], 'outdated');
  }
  return get(scope, id);
}

const itself = (scope: Scope, id: string) =>
  and(eq(participants.organization_id, scope.organizationId), eq(participants.id, id));

/**
 * Answers of the group's form with changes made to them. An answer keeps the question's wording as it was asked; one whose
 * question is gone from the form is changed as that asked for it.
 */
async function answersOf(
  scope: Scope,
  groupId: string,
  given: GivenAnswers,
  language: Language,
  before: Answer[],
): Promise<Answer[]> {
  await lockClassification(scope);
  const asked = await selectQuestions(scope, groupId);
  // the same field of the catalogue, answered on the form of a group that they were in before
  const isReplaced = ({ field_id, form_field_id }: Answer) =>
    form_field_id != null &&
    asked.some(
      (question) =>
        question.form_field_id === form_field_id && question.id !== field_id && !isEmpty(given[question.id]),
    );
  const keeps = (answer: Answer) =>
    given[answer.field_id] === undefined
      ? !isReplaced(answer)
      : JSON.stringify(given[answer.field_id]) === JSON.stringify(answer.value);
  const kept = before.filter(keeps);
  const changes = Object.entries(given).filter(
    ([id, value]) =>
      !kept.some((answer) => answer.field_id === id) &&
      !(isEmpty(value) && before.some((answer) => answer.field_id === id)),
  );
  const isGone = ({ field_id }: Answer) =>
    changes.some(([id]) => id === field_id) && !asked.some(({ id }) => id === field_id);
  const former = await selectFormerQuestions(scope, before.filter(isGone), language);
  const questions = [...asked.map((question) => asAskedThen(question, before, language)), ...former];
  const { answers, problems } = checkAnswers(questions, Object.fromEntries(changes), language, {
    required: false,
  });
  if (problems.length > 0) throw invalidFields(problems);
  const order = (answer: Answer) => {
    const place = questions.findIndex(({ id }) => id === answer.field_id);
    return place < 0 ? questions.length : place;
  };
  return [...kept, ...answers].sort((a, b) => order(a) - order(b));
}

/** A question with the wording that an earlier answer to it has. */
function asAskedThen(question: Answerable, before: readonly Answer[], language: Language): Answerable {
  const answer = before.find(({ field_id, type }) => field_id === question.id && type === question.type);
  return answer ? { ...question, name: { [language]: answer.name } } : question;
}

/**
 * Deletes a participant with their mails and unpaid payments. A completed or refunded payment makes the foreign key refuse
 * (`in_use`).
 */
export async function remove(scope: Scope, id: string): Promise<undefined> {
  const { organization_id, participant_id, status } = payments;
  // locks the participant before payments and mails, the order of a move to another group
  await lockParticipant(scope, id);
  await scope.tx
    .delete(payments)
    .where(
      and(
        eq(organization_id, scope.organizationId),
        eq(participant_id, id),
        notInArray(status, ['completed', 'refunded']),
      ),
    );
  await scope.tx.delete(participants).where(itself(scope, id));
}
