import type { OutgoingMail } from '@vpisnik/contract/mails';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { mails } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { AppError, found } from '../../errors.ts';
import { enqueueAgain, forgetBounces, requireWantedNews } from '../application-mails/enqueue.ts';
import { lockParticipant } from '../participants/places.ts';
import { selectOutgoing } from './queries.ts';

/**
 * Sends a mail now: one that waits for its next try, or one that has failed, anew and to the participant's present address,
 * of siblings only about those who have it too; what a message or dates say to the others leaves in mails of their own. A
 * second call finds it on its way and changes nothing. One that left and did not arrive is repeated by another mail, so that
 * late reports about the first say nothing of the repeat or its address.
 *
 * @returns the mail that is on its way
 * @throws {AppError} not_found, mail_outdated, news_declined
 */
export async function retryMail(scope: Scope, id: string): Promise<OutgoingMail> {
  const mail = await locked(scope, id);
  const isOnItsWay =
    mail.state === 'sending' || mail.state === 'sent' || (mail.state === 'queued' && mail.attempts === 0);
  if (isOnItsWay) return mail;
  if (!mail.retryable) throw new AppError('mail_outdated');
  await requireWantedNews(scope, id);
  if (mail.state === 'failed' && mail.sent_at !== null && mail.recipient_kind === 'applicant')
    return found(await selectOutgoing(scope, await enqueueAgain(scope.tx, id, scope.name)));
  if (mail.state === 'failed') await forgetBounces(scope.tx, id);
  const address =
    mail.recipient_kind === 'applicant'
      ? sql`(select lower(p.email) from participants p
          where p.organization_id = ${mails.organization_id} and p.id = ${mails.participant_id})`
      : mails.to_address;
  await scope.tx
    .update(mails)
    .set({
      state: 'queued',
      send_after: sql`now()`,
      to_address: address,
      ...(mail.state === 'failed' && {
        state_reason: '',
        attempts: 0,
        taken_until: null,
        bounce: null,
        sent_at: null,
      }),
    })
    .where(and(itself(scope, id), inArray(mails.state, ['queued', 'failed'])));
  return found(await selectOutgoing(scope, id));
}

/**
 * Stops a mail that has not left.
 *
 * @throws {AppError} not_found, mail_left
 */
export async function cancelMail(scope: Scope, id: string): Promise<OutgoingMail> {
  const mail = await locked(scope, id);
  if (mail.state === 'cancelled') return mail;
  if (!mail.cancellable) throw new AppError('mail_left');
  await scope.tx
    .update(mails)
    .set({ state: 'cancelled', state_reason: 'stopped' })
    .where(and(itself(scope, id), inArray(mails.state, ['queued', 'held'])));
  return found(await selectOutgoing(scope, id));
}

const itself = (scope: Scope, id: string) =>
  and(eq(mails.organization_id, scope.organizationId), eq(mails.id, id));

/** The mail as it is once nobody else changes it; after its participant, whom all lock first. */
async function locked(scope: Scope, id: string): Promise<OutgoingMail> {
  const { participant_id } = found(await selectOutgoing(scope, id));
  if (participant_id) await lockParticipant(scope, participant_id);
  await scope.tx.select({ id: mails.id }).from(mails).where(itself(scope, id)).for('update');
  return found(await selectOutgoing(scope, id));
}
