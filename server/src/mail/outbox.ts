import type { MailReason, MailState } from '@vpisnik/contract/mails';
import { and, eq, getColumns, inArray, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { mails, organizations } from '../db/schema.ts';
import type { Transaction } from '../db/scope.ts';
import { isDeliverable, staffRecipients } from './recipients.ts';
import { oneLine } from './safe-text.ts';

/** What a job of the queue carries. */
export type MailKey = { organization_id: string; id: string };

export type Mail = typeof mails.$inferSelect;
export type MailOrganization = Pick<
  typeof organizations.$inferSelect,
  'name' | 'owner_email' | 'default_language' | 'time_zone' | 'profile' | 'active'
>;

/** A mail that this process is about to send, to an address that is known by now. */
export type ClaimedMail = { mail: Mail & { to_address: string }; organization: MailOrganization };

/** Public applications may cause this many mails an hour to one address, whoever it belongs to. */
const HOURLY_LIMIT = 3;

const where = ({ organization_id, id }: MailKey) =>
  and(eq(mails.organization_id, organization_id), eq(mails.id, id));

/**
 * Takes a mail for sending, or says that there is nothing to send: it is gone, sent, called back or held back.
 * A staff mail gets its recipients here, all in one transaction, so a crash neither doubles nor loses one.
 *
 * @param again whether this job has been tried before: only then may a mail that is being sent be taken, for the
 *   process that was sending it is gone
 */
export async function claimMail(
  db: NodePgDatabase,
  key: MailKey,
  again: boolean,
): Promise<ClaimedMail | null> {
  const claimable = again ? ['queued', 'sending'] : ['queued'];
  return await db.transaction(async (tx) => {
    await tx.execute(sql`select app.hold_participant(${key.organization_id}, ${key.id})`);
    const [found] = await tx
      .select({ mail: getColumns(mails), organization: getColumns(organizations) })
      .from(mails)
      .innerJoin(organizations, eq(organizations.id, mails.organization_id))
      .where(and(where(key), inArray(mails.state, claimable)))
      .for('update', { of: mails });
    if (!found) return null;
    const { organization } = found;
    if (!organization.active) return await rest(tx, key, 'held', 'organization_inactive');
    const mail = await addressed(tx, found.mail, organization);
    if (mail.account_id && !(await isDeliverable(tx, mail.organization_id, mail.account_id)))
      return await rest(tx, key, 'cancelled', 'recipient_inactive');
    if (mail.recipient_kind === 'applicant' && (await isOverLimit(tx, mail)))
      return await rest(tx, key, 'held', 'hourly_limit');
    await tx
      .update(mails)
      .set({ state: 'sending', attempts: sql`${mails.attempts} + 1` })
      .where(where(key));
    return { mail, organization };
  });
}

export async function markSent(db: NodePgDatabase, key: MailKey): Promise<void> {
  await db.update(mails).set({ state: 'sent', state_reason: '', sent_at: sql`now()` }).where(where(key));
}

/** The mail will not be sent. */
export async function markFailed(
  db: NodePgDatabase,
  key: MailKey,
  reason: MailReason,
  detail = '',
): Promise<void> {
  await db
    .update(mails)
    .set({ state: 'failed', state_reason: reasonText(reason, detail) })
    .where(where(key));
}

/** The mail server could not take it now; the job comes again by itself. Until then it can be called back. */
export async function markWaiting(db: NodePgDatabase, key: MailKey, detail: string): Promise<void> {
  await db
    .update(mails)
    .set({ state: 'queued', state_reason: reasonText('server_unavailable', detail) })
    .where(and(where(key), eq(mails.state, 'sending')));
}

/** The queue has given up on a mail; what the last try heard stays readable. */
export async function markGivenUp(db: NodePgDatabase, key: MailKey): Promise<void> {
  await db
    .update(mails)
    .set({
      state: 'failed',
      state_reason: sql`'gave_up' || coalesce(substring(${mails.state_reason} from ': .*'), '')`,
    })
    .where(and(where(key), inArray(mails.state, ['queued', 'sending'])));
}

/**
 * Lets go of mail that was held back: the oldest of each address, as many as its hour still allows, and that of
 * organisations that are active (the trigger has done so already, unless it was held a moment later).
 */
export async function releaseHeldMails(db: NodePgDatabase): Promise<void> {
  await db.execute(sql`
    with held as (
      select m.organization_id, m.id, m.to_address, m.state_reason,
        row_number() over (partition by m.to_address, m.state_reason order by m.created_at, m.id) as place
      from mails m join organizations o on o.id = m.organization_id and o.active
      where m.state = 'held'
    )
    update mails set state = 'queued', state_reason = '', send_after = now()
    from held
    where mails.organization_id = held.organization_id and mails.id = held.id and mails.state = 'held'
      and (held.state_reason <> 'hourly_limit' or held.place <= ${HOURLY_LIMIT} - (${sentLastHour(sql`held.to_address`)}))
  `);
}

async function rest(tx: Transaction, key: MailKey, state: MailState, reason: MailReason): Promise<null> {
  await tx.update(mails).set({ state, state_reason: reason }).where(where(key));
  return null;
}

/** The mail with its address. The row of a staff mail becomes the first recipient's; the others get rows of their own. */
async function addressed(
  tx: Transaction,
  mail: Mail,
  organization: MailOrganization,
): Promise<Mail & { to_address: string }> {
  if (mail.to_address !== null) return { ...mail, to_address: mail.to_address };
  const [first, ...others] = await staffRecipients(tx, mail, organization);
  if (!first) throw new Error('A mail to staff has no recipient.');
  await tx.update(mails).set(first).where(where(mail));
  if (others.length > 0) {
    const {
      id,
      message_id: _,
      created_at,
      state_reason: __,
      attempts: ___,
      send_after: ____,
      ...copied
    } = mail;
    const copies = others.map((other) => ({
      ...copied,
      ...other,
      origin_id: id,
      state: 'queued',
      created_at,
    }));
    await tx.insert(mails).values(copies).onConflictDoNothing();
  }
  return { ...mail, ...first };
}

async function isOverLimit(tx: Transaction, mail: Mail & { to_address: string }): Promise<boolean> {
  if (mail.email_type !== 'application_confirmation') return false;
  // two mails to one address must not count each other out at the same moment
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${mail.to_address}, 0))`);
  const { rows } = await tx.execute<{ over: boolean }>(sql`
    select p.privacy_version is not null and (${sentLastHour(sql`${mail.to_address}`)}) >= ${HOURLY_LIMIT} as over
    from participants p
    where p.organization_id = ${mail.organization_id} and p.id = ${mail.participant_id}
  `);
  return rows[0]?.over ?? false;
}

/** How many confirmations went to an address within the hour, those on their way included. */
function sentLastHour(address: ReturnType<typeof sql>) {
  return sql`
    select count(*) from mails recent
    where recent.to_address = ${address} and recent.email_type = 'application_confirmation'
      and (recent.sent_at > now() - interval '1 hour' or recent.state = 'sending')`;
}

function reasonText(reason: MailReason, detail: string): string {
  const said = oneLine(detail).slice(0, 300);
  return said === '' ? reason : `${reason}: ${said}`;
}
