import type { MailType } from '@vpisnik/contract/rules/mail-types';
import type { MailReason, MailState } from '@vpisnik/contract/rules/mails';
import { and, eq, getColumns, inArray, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import type { RunLast } from '../../db/connection/transaction.ts';
import { mail_texts, mails, message_files, messages, organizations } from '../../db/schema.ts';
import type { Transaction } from '../../db/scope.ts';
import { statement } from '../../db/statements/statement.ts';
import { withPicturesBeside } from '../../mail/inline-pictures.ts';
import { applicantMailsPerHour, urgentMails, youngApplicantMails } from '../../mail/limits.ts';
import { oneLine } from '../../mail/safe-text.ts';
import type { RenderedMail } from '../../mail/transport.ts';
import { staffAddress, staffRecipients } from './recipients.ts';

/** What a mail is found by. */
export type MailKey = { organization_id: string; id: string };

export type Mail = typeof mails.$inferSelect;
/** What of its organisation a mail is addressed and written by. */
export const organizationColumns = {
  name: organizations.name,
  owner_email: organizations.owner_email,
  contact_email: organizations.contact_email,
  default_language: organizations.default_language,
  time_zone: organizations.time_zone,
  profile: organizations.profile,
  active: organizations.active,
  public_holidays: organizations.public_holidays,
  school_breaks: organizations.school_breaks,
};
export type MailOrganization = Pick<typeof organizations.$inferSelect, keyof typeof organizationColumns>;

/** A mail that this process is about to send, to an address that is known by now. */
export type ClaimedMail = { mail: Mail & { to_address: string }; organization: MailOrganization };

const { daily, urgent, youngDays } = youngApplicantMails;
const where = ({ organization_id, id }: MailKey) =>
  and(eq(mails.organization_id, organization_id), eq(mails.id, id));

const claimable = statement((tx, value: (name: 'organization' | 'id') => Placeholder) =>
  tx
    .select({ mail: getColumns(mails), organization: organizationColumns })
    .from(mails)
    .innerJoin(organizations, eq(organizations.id, mails.organization_id))
    .where(
      and(
        eq(mails.organization_id, value('organization')),
        eq(mails.id, value('id')),
        or(
          and(eq(mails.state, 'queued'), sql`${mails.send_after} <= now()`),
          // the process that was sending it is gone
          and(eq(mails.state, 'sending'), sql`${mails.taken_until} <= now()`),
        ),
      ),
    )
    .for('update', { of: mails }),
);

/** Takes a mail as `claimAndRead` does. */
export async function claimMail(tx: Transaction, key: MailKey, seconds: number): Promise<ClaimedMail | null> {
  return (await claimAndRead(tx, key, seconds, async () => ({})))?.claimed ?? null;
}

/**
 * Takes a mail for sending, or says that there is nothing to send: it is gone, sent, held back, called back, or has nothing
 * to say any more. A staff mail gets its recipients here, in the same transaction, so a crash neither doubles nor loses one.
 *
 * @param tx committed before the mail is sent
 * @param seconds for which no other process takes it
 * @param read reads what the mail says, or why it is not sent
 * @param runLast runs the last statement of the transaction
 */
export async function claimAndRead<T extends object>(
  tx: Transaction,
  key: MailKey,
  seconds: number,
  read: (claimed: ClaimedMail) => Promise<T | MailReason>,
  runLast: RunLast = (statement) => statement(),
): Promise<{ claimed: ClaimedMail; read: T } | null> {
  const { organization_id, id } = key;
  const [, [found]] = await Promise.all([
    begun(tx.execute(sql`select app.hold_participant(${organization_id}, ${id})`)),
    claimable(tx, { organization: organization_id, id }),
  ]);
  if (!found) return null;
  // its message was stopped while a process had it that is gone
  if (found.mail.state === 'sending' && found.mail.state_reason === 'stopped')
    return await rest(tx, key, 'cancelled', 'stopped');
  const { organization } = found;
  if (!organization.active) return await rest(tx, key, 'held', 'organization_inactive');
  const { account_id } = found.mail;
  // recipients who are found only now may get mail now
  if (account_id) {
    const address = await staffAddress(tx, organization_id, account_id);
    if (!address) return await rest(tx, key, 'cancelled', 'recipient_inactive');
    found.mail.to_address = address;
  }
  // only mail to staff finds its recipients now
  if (found.mail.recipient_kind === 'applicant' && found.mail.to_address === null)
    return await rest(tx, key, 'cancelled', 'recipient_inactive');
  const mail = await addressed(tx, found.mail, organization);
  const claimed = { mail, organization };
  // before anything is read: the links of a mail are made when it leaves, and only then
  const obstacle = mail.recipient_kind === 'applicant' ? await obstacleOf(tx, mail) : null;
  if (obstacle === 'address_bounced' || obstacle === 'address_complained')
    return await rest(tx, key, 'failed', obstacle);
  if (obstacle) return await rest(tx, key, 'held', obstacle);
  const content = await read(claimed);
  const reason = typeof content === 'string' ? content : null;
  await runLast(() =>
    taking(tx, {
      ...{ organization_id, id, reason, seconds: reason === null ? seconds : null },
      ...{ account: mail.account_id, address: mail.to_address, language: mail.language },
    }),
  );
  return typeof content === 'string' ? null : { claimed, read: content };
}

/** Notes a try: the mail is being sent, or will not be for a reason. */
type Taken = 'organization_id' | 'id' | 'reason' | 'seconds' | 'account' | 'address' | 'language';
const taking = statement((tx, value: (name: Taken) => Placeholder) =>
  tx
    .update(mails)
    .set({
      // an offer of which its mail did not tell in time is one that did not arrive
      state: sql`case ${value('reason')}::text when 'offer_passed' then 'failed' else
        case when ${value('reason')}::text is null then 'sending' else 'cancelled' end end`,
      state_reason: sql`coalesce(${value('reason')}::text, ${mails.state_reason})`,
      attempts: sql`${mails.attempts} + 1`,
      taken_until: sql`now() + make_interval(secs => ${value('seconds')}::double precision)`,
      account_id: sql`${value('account')}::uuid`,
      to_address: sql`${value('address')}::text`,
      language: sql`${value('language')}::text`,
    })
    .where(and(eq(mails.organization_id, value('organization_id')), eq(mails.id, value('id')))),
);

/** Sends a statement at once; the query builder's own start only when they are awaited. */
const begun = <T>(statement: PromiseLike<T>): PromiseLike<T> => statement.then((result) => result);

/** Whether the owner of a mail's address wants no news of its organisation, at this moment. */
export async function hasDeclinedNews(
  tx: Transaction,
  { organization_id, to_address }: ClaimedMail['mail'],
): Promise<boolean> {
  const { rows } = await tx.execute<{ address: string }>(
    sql`select address from app.declined_news(${organization_id}, array[${to_address}::text])`,
  );
  return rows.length > 0;
}

/**
 * A mail that was written before it is sent: its subject, HTML and text. A test of a message has its files as they are now,
 * and answers go where they will.
 */
export async function writtenMail(
  tx: Transaction,
  { organization_id, id, message_key, to_address }: ClaimedMail['mail'],
): Promise<RenderedMail & { replyTo?: string }> {
  const [found] = await tx
    .select({ subject: mail_texts.subject, html: mail_texts.html, text: mail_texts.text })
    .from(mail_texts)
    .where(and(eq(mail_texts.organization_id, organization_id), eq(mail_texts.mail_id, id)));
  if (!found) throw new Error('A mail that was written before has no words.');
  const written = { ...found, ...withPicturesBeside(found.html ?? '') };
  if (message_key === null) return written;
  const { name, type, content } = message_files;
  const attachments = await tx
    .select({ name, type, content })
    .from(message_files)
    .where(and(eq(message_files.organization_id, organization_id), eq(message_files.message_id, message_key)))
    .orderBy(message_files.id);
  const [message] = await tx
    .select({ reply_to: messages.reply_to })
    .from(messages)
    .where(and(eq(messages.organization_id, organization_id), eq(messages.id, message_key)));
  return { ...written, attachments, ...(message?.reply_to === 'sender' && { replyTo: to_address }) };
}

/** What a mail said, and by which version of a template. */
type Sent = { subject: string; text: string; version_id: string | null; missed: boolean };

type Note = MailKey & Sent & { done: PromiseWithResolvers<void> };
/** Notes that wait for one that is on its way. */
const waitingNotes = new WeakMap<pg.Pool, Note[]>();

/**
 * Notes that the mail server has taken a mail, and keeps its words. What is to be noted while a note is on its way goes together
 * afterwards: a commit for each mail would cost as much as all else. A mail whose row is locked is noted by itself.
 */
export async function markSent(pool: pg.Pool, key: MailKey, sent: Sent): Promise<void> {
  const note = { ...key, ...sent, done: Promise.withResolvers<void>() };
  const waiting = waitingNotes.get(pool);
  if (waiting) waiting.push(note);
  else void noteAll(pool, [note]);
  await note.done.promise;
}

async function noteAll(pool: pg.Pool, first: Note[]): Promise<void> {
  for (let notes = first; notes.length > 0; notes = waitingNotes.get(pool) ?? []) {
    waitingNotes.set(pool, []);
    // one that can't be noted, or not yet, holds up no other: unnoted for long, a mail is sent twice
    const noted = await write(pool, notes, 'skip locked').catch(() => new Set<string>());
    for (const note of notes) {
      if (noted.has(note.id)) note.done.resolve();
      else write(pool, [note]).then(() => note.done.resolve(), note.done.reject);
    }
  }
  waitingNotes.delete(pool);
}

/** Writes notes, optionally without those whose mail is locked; answers the ids of the mails in hand. */
async function write(
  pool: pg.Pool,
  notes: readonly Note[],
  others: 'skip locked' | '' = '',
): Promise<Set<string>> {
  const all = <Key extends keyof Note>(key: Key) => notes.map((note) => note[key]);
  const { rows } = await pool.query<{ id: string }>({
    name: others === '' ? 'mark_sent_waiting' : 'mark_sent',
    text: `
      with note as (
        select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[], $5::text[], $6::text[])
          as note (organization_id, id, version_id, missed, subject, text)
      ), free as (
        select m.organization_id, m.id from mails m join note using (organization_id, id)
        where m.state = 'sending' for no key update of m ${others}
      ), sent as (
        update mails m
        set state = 'sent', state_reason = '', sent_at = now(), template_version_id = note.version_id, template_missed = note.missed
        from note join free using (organization_id, id)
        where m.organization_id = note.organization_id and m.id = note.id
        returning m.organization_id, m.id, note.subject, note.text
      ), kept as (
        insert into mail_texts (organization_id, mail_id, subject, text) select * from sent
        on conflict (organization_id, mail_id) do update set subject = excluded.subject, text = excluded.text, html = null
      )
      select id from sent`,
    values: [
      all('organization_id'),
      all('id'),
      all('version_id'),
      all('missed'),
      all('subject'),
      all('text'),
    ],
  });
  return new Set(rows.map(({ id }) => id));
}

/** The mail will not be sent. */
export async function markFailed(
  tx: Transaction,
  key: MailKey,
  reason: MailReason,
  detail = '',
): Promise<void> {
  await tx
    .update(mails)
    .set({ state: 'failed', state_reason: reasonText(reason, detail), bounce: bounceOf(reason) })
    .where(where(key));
}

/** What a fault tells about an address: a mailbox that is full may have room later, and a server's distrust is ours to mend. */
export function bounceOf(reason: MailReason): 'hard' | 'soft' | 'other' | null {
  if (reason === 'mailbox_missing' || reason === 'domain_missing') return 'hard';
  if (reason === 'mailbox_full') return 'soft';
  return reason === 'not_accepted' ? 'other' : null;
}

/** Tries of one mail, with growing pauses between them: about a day in all. */
const TRIES = 30;

/**
 * A try came to nothing: the mail is tried again after 15 s, 30 s, 1 min … 1 h, and fails after a day of it. Until then it
 * can be called back; one that was called back during the try is tried no more.
 *
 * @param said what the mail server said; null when the fault is ours, and the log's
 */
export async function markWaiting(tx: Transaction, key: MailKey, said: string | null): Promise<void> {
  // a fault in taking it has left it as it was
  const tries = sql`(${mails.attempts} + (${mails.state} = 'queued')::integer)`;
  const heard =
    said === null
      ? sql`substring(${mails.state_reason} from ': .*')`
      : sql`${`: ${oneLine(said).slice(0, 300)}`}::text`;
  const isStopped = sql`(${mails.state_reason} = 'stopped')`;
  const waits = said === null ? mails.state_reason : sql`'server_unavailable' || ${heard}`;
  await tx
    .update(mails)
    .set({
      attempts: tries,
      state: sql`case when ${isStopped} then 'cancelled' when ${tries} >= ${TRIES} then 'failed' else 'queued' end`,
      state_reason: sql`case when ${isStopped} then ${mails.state_reason} when ${tries} >= ${TRIES} then 'gave_up' || coalesce(${heard}, '') else ${waits} end`,
      send_after: sql`case when ${tries} >= ${TRIES} then ${mails.send_after}
        else now() + make_interval(secs => least(15 * 2 ^ least(${tries} - 1, 8), 3600)) end`,
      taken_until: null,
    })
    .where(and(where(key), inArray(mails.state, ['queued', 'sending'])));
}

/**
 * Lets go of mail that was held back: the oldest of each address, as many as its hour still allows, the oldest of each
 * young organisation, as many as its day does, and that of organisations that are active (the trigger has done so
 * already, unless it was held a moment later).
 */
export async function releaseHeldMails(tx: Transaction): Promise<void> {
  const perHour = sql`case held.email_type ${sql.join(
    Object.entries(applicantMailsPerHour).map(([type, limit]) => sql`when ${type} then ${limit}::integer`),
    sql` `,
  )} end`;
  await tx.execute(sql`
    with held as (
      select m.organization_id, m.id, m.to_address, m.email_type, m.state_reason,
        row_number() over (partition by m.to_address, m.email_type, m.state_reason order by m.created_at, m.id) as place,
        row_number() over (
          partition by m.organization_id, m.state_reason, ${isUrgent(sql`m.email_type`)} order by m.created_at, m.id
        ) as place_of_day
      from mails m join organizations o on o.id = m.organization_id and o.active
      where m.state = 'held'
    )
    update mails set state = 'queued', state_reason = '', send_after = now()
    from held
    where mails.organization_id = held.organization_id and mails.id = held.id and mails.state = 'held'
      and case held.state_reason
        when 'hourly_limit' then held.place <= ${perHour} - (${leftLastHour(sql`held.to_address`, sql`held.email_type`)})
        when 'daily_limit' then
          held.place_of_day <= ${perDay(sql`held.email_type`)} - (${leftLastDay(sql`held.organization_id`, sql`held.email_type`)})
        else true
      end
  `);
}

async function rest(tx: Transaction, key: MailKey, state: MailState, reason: MailReason): Promise<null> {
  await tx.update(mails).set({ state, state_reason: reason, taken_until: null }).where(where(key));
  return null;
}

/** The mail with its address. A staff mail is the first recipient's; the others get rows of their own. */
async function addressed(
  tx: Transaction,
  mail: Mail,
  organization: MailOrganization,
): Promise<Mail & { to_address: string }> {
  if (mail.to_address !== null) return { ...mail, to_address: mail.to_address };
  const [first, ...others] = await staffRecipients(tx, mail, organization);
  if (!first) throw new Error('A mail to staff has no recipient.');
  if (others.length > 0) {
    const {
      id,
      created_at,
      state_reason: _,
      attempts: __,
      send_after: ___,
      taken_until: ____,
      bounce: _____,
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

/**
 * Why a mail to an applicant must wait, or must not be sent at all; null when it may leave. Staff type addresses too, so theirs
 * count as well.
 */
async function obstacleOf(
  tx: Transaction,
  mail: Mail & { to_address: string },
): Promise<'hourly_limit' | 'daily_limit' | 'address_bounced' | 'address_complained' | null> {
  const perHour = applicantMailsPerHour[mail.email_type as MailType];
  if (perHour === null) return null;
  const [, { rows }] = await Promise.all([
    // two mails to one address must not exclude each other at the same moment: the count is read under the lock
    begun(tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${mail.to_address}, 0))`)),
    tx.execute<{
      hour: number;
      day_is_full: boolean;
      mark: 'address_bounced' | 'address_complained' | null;
    }>(sql`
      select (${leftLastHour(sql`${mail.to_address}`, sql`${mail.email_type}`)})::integer as hour,
        case when ${causedByStaff(sql`${mail.organization_id}`, sql`${mail.participant_id}`, sql`${mail.email_type}`)}
          then (${leftLastDay(sql`${mail.organization_id}`, sql`${mail.email_type}`)}) else 0 end >= ${perDay(
            sql`${mail.email_type}`,
          )} as day_is_full,
        (${markOf(mail)}) as mark`),
  ]);
  if (rows[0]?.mark) return rows[0].mark;
  if ((rows[0]?.hour ?? 0) >= perHour) return 'hourly_limit';
  return rows[0]?.day_is_full ? 'daily_limit' : null;
}

/**
 * SQL: why an organisation sends no more mail to an address: one did not arrive and never will, three within a month did not
 * arrive for the time being, or one was unwanted. What staff send again themselves takes that back.
 */
function markOf({ organization_id, to_address }: { organization_id: string; to_address: string }) {
  return sql`
    select case when bool_or(bounce = 'complaint') then 'address_complained'
      when bool_or(bounce = 'hard') or count(*) filter (where bounce = 'soft' and sent_at > now() - interval '30 days') >= 3
        then 'address_bounced' end
    from mails where organization_id = ${organization_id} and to_address = ${to_address} and bounce is not null`;
}

/** SQL: number of mails of a type to an address within the hour, queued ones included. */
function leftLastHour(address: SQL, type: SQL) {
  return sql`
    select count(*) from mails recent
    where recent.to_address = ${address} and recent.email_type = ${type}
      and (recent.sent_at > now() - interval '1 hour' or recent.state = 'sending')`;
}

/**
 * SQL: number of mails to applicants, as urgent as one of a type, that a young organisation's staff caused within the day; 0
 * for an older one, whose mails may be many and are not looked at.
 */
function leftLastDay(organization: SQL, type: SQL) {
  return sql`
    select case when exists (
      select from organizations young
      where young.id = ${organization} and young.created_at > now() - make_interval(days => ${youngDays})
    ) then (
      select count(*) from mails recent
      where recent.organization_id = ${organization} and recent.recipient_kind = 'applicant'
        and recent.sent_at > now() - interval '1 day' and ${isUrgent(sql`recent.email_type`)} = ${isUrgent(type)}
        and ${causedByStaff(sql`recent.organization_id`, sql`recent.participant_id`, sql`recent.email_type`)}
    ) else 0 end`;
}

/** SQL: whether a mail comes too late a day after. */
const isUrgent = (type: SQL): SQL =>
  sql`(${type} in (${sql.join(
    urgentMails.map((one) => sql`${one}`),
    sql`, `,
  )}))`;

/** SQL: how many mails like one of a type a young organisation's staff may cause in a day. */
const perDay = (type: SQL): SQL =>
  sql`case when ${isUrgent(type)} then ${urgent}::integer else ${daily}::integer end`;

/**
 * Whether staff caused the mail: a decision, or one to a participant they added. Only these have a daily limit. Urgent mails to
 * people who have applied are no way to write to strangers. Links and what applicants change on their pages have the limit of
 * their address.
 */
function causedByStaff(organization: SQL, participant: SQL, type: SQL) {
  return sql`(case
    when ${type} in ('application_link', 'application_changed') then false
    else (${type} <> 'application_confirmation' and not ${isUrgent(type)}) or exists (
      select from participants p
      where p.organization_id = ${organization} and p.id = ${participant} and p.privacy_version is null)
    end)`;
}

export function reasonText(reason: MailReason, detail: string): string {
  const said = oneLine(detail).slice(0, 300);
  return said === '' ? reason : `${reason}: ${said}`;
}
