import type { ParticipantNote } from '@vpisnik/contract/participant-notes';
import { and, eq, getColumns, not, type SQL, sql } from 'drizzle-orm';
import { after, orderBy, pageOf, readCursor } from '../../db/pages.ts';
import { participant_notes, participants } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { found } from '../../errors.ts';

const { organization_id, account_id, bulk_job_id: _, ...plain } = getColumns(participant_notes);
const { id, participant_id, created_at, pinned, version } = plain;

const order = { key: sql`${created_at}`, id: sql`${id}`, descending: true };

const ofOrganization = (scope: Scope, ...more: (SQL | undefined)[]) =>
  and(eq(organization_id, scope.organizationId), ...more);

const select = (scope: Scope, ...where: (SQL | undefined)[]) =>
  scope.tx
    .select({ ...plain, own: sql<boolean>`coalesce(${account_id} = ${scope.accountId}, true)` })
    .from(participant_notes)
    .where(ofOrganization(scope, ...where));

/** Throws `not_found` for a participant out of scope. */
export async function requireParticipant(scope: Scope, participantId: string): Promise<void> {
  const [row] = await scope.tx
    .select({ id: participants.id })
    .from(participants)
    .where(and(eq(participants.organization_id, scope.organizationId), eq(participants.id, participantId)));
  found(row);
}

type Page = { limit: number; last_id?: string | undefined; with_total?: boolean | undefined };

/** A page of the notes about a participant; the first one begins with the pinned note, which no page counts. */
export async function listNotes(scope: Scope, participantId: string, { limit, last_id, with_total }: Page) {
  const its = eq(participant_id, participantId);
  const [key = null, lastId] = last_id === undefined ? [] : readCursor(last_id, 1);
  const rest = lastId === undefined ? undefined : after(order, key, String(lastId));
  const [first, rows, total] = await Promise.all([
    rest ? [] : select(scope, its, eq(pinned, true)),
    select(scope, its, not(pinned), rest)
      .orderBy(orderBy(order))
      .limit(limit + 1),
    with_total ? scope.tx.$count(participant_notes, ofOrganization(scope, its)) : undefined,
  ]);
  const page = pageOf(rows, limit, (row) => row.created_at);
  return { ...page, results: [...first, ...page.results], ...(total !== undefined && { total }) };
}

/** A note about a participant in scope. */
export async function selectNote(scope: Scope, noteId: string): Promise<ParticipantNote | undefined> {
  return (await select(scope, eq(id, noteId)))[0];
}

/** Adds a note by the caller; answers its id. */
export async function insertNote(scope: Scope, participantId: string, text: string): Promise<string> {
  const { organizationId, accountId, name } = scope;
  const [row] = await scope.tx
    .insert(participant_notes)
    .values({
      organization_id: organizationId,
      participant_id: participantId,
      account_id: accountId,
      author: name,
      text,
    })
    .returning({ id });
  return row?.id ?? '';
}

/** Takes down the note that is pinned, unless it is this one. */
export async function unpinOthers(scope: Scope, note: ParticipantNote): Promise<void> {
  await scope.tx
    .update(participant_notes)
    .set({ pinned: false })
    .where(
      ofOrganization(
        scope,
        eq(participant_id, note.participant_id),
        eq(pinned, true),
        sql`${id} <> ${note.id}`,
      ),
    );
}

/** Changes a note at a version; whether it was at that. */
export async function updateNote(
  scope: Scope,
  noteId: string,
  itsVersion: number,
  change: Partial<Pick<ParticipantNote, 'text' | 'pinned'>> & { edited: boolean },
): Promise<boolean> {
  const { edited, ...values } = change;
  const { rowCount } = await scope.tx
    .update(participant_notes)
    .set({ ...values, ...(edited && { edited_at: sql`now()` }), updated_at: sql`now()` })
    .where(ofOrganization(scope, eq(id, noteId), eq(version, itsVersion)));
  return rowCount === 1;
}

/** Deletes a note. */
export async function deleteNote(scope: Scope, noteId: string): Promise<void> {
  await scope.tx.delete(participant_notes).where(ofOrganization(scope, eq(id, noteId)));
}
