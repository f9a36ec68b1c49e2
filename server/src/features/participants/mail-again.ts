import type { contract } from '@vpisnik/contract/contract';
import type { Participant, ParticipantStatus } from '@vpisnik/contract/participants';
import { isRepeatable } from '@vpisnik/contract/rules/mails';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { participants } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError, found, invalidFields } from '../../errors.ts';
import { enqueueAgain, requireWantedNews } from '../application-mails/enqueue.ts';
import { lockParticipant } from './places.ts';
import { selectMailsById } from './queries.ts';
import { conflictOf, get } from './service.ts';

type Body = z.output<(typeof contract.participants.sendMailAgain)['body']>;

/**
 * Sends a mail once more, to the participant's present address or to the one that is given, which becomes theirs. Each
 * mail is repeated once: a second call with the same address, or none, finds the repeat and changes nothing.
 *
 * @throws {AppError} mail_outdated, news_declined, invalid_fields (no address), edit_conflict, already_applied
 */
export async function sendMailAgain(scope: Scope, mailId: string, body: Body): Promise<Participant> {
  const read = async () => found((await selectMailsById(scope, [mailId]))[0]);
  const { participant_id: id } = await read();
  if (id === null) throw new AppError('not_found');
  const row = await lockParticipant(scope, id);
  const { email = row.email, version } = body;
  const isStale = version !== undefined && version !== row.version;
  if (isStale && email !== row.email) throw await conflictOf(scope, id);
  if (await isRepeated(scope, mailId)) {
    // a correction that came after the repeat must not look as if it had been made
    if (email !== row.email) throw new AppError('mail_outdated');
    return get(scope, id);
  }
  const { offer_until } = row;
  const person = { status: row.status as ParticipantStatus, offer_until };
  if (!isRepeatable(await read(), person)) throw new AppError('mail_outdated');
  if (isStale) throw await conflictOf(scope, id);
  if (email === null) throw invalidFields([{ path: 'email', code: 'required' }]);
  await requireWantedNews(scope, mailId, email);
  if (email !== row.email)
    await scope.tx
      .update(participants)
      .set({ email, updated_at: sql`now()` })
      .where(and(eq(participants.organization_id, scope.organizationId), eq(participants.id, id)));
  await enqueueAgain(scope.tx, mailId, scope.name);
  return get(scope, id);
}

async function isRepeated(scope: Scope, mailId: string): Promise<boolean> {
  const { rows } = await scope.tx.execute<{ id: string }>(
    sql`select id from mails where organization_id = ${scope.organizationId} and again_of = ${mailId}`,
  );
  return rows.length > 0;
}
