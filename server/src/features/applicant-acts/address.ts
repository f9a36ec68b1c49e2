import { randomBytes, timingSafeEqual } from 'node:crypto';
import { actsOf, applicantStateOf } from '@vpisnik/contract/rules/applicant-page';
import { and, eq, sql } from 'drizzle-orm';
import { address_changes, mail_choices, mails, participants } from '../../db/schema.ts';
import type { ApplicantScope } from '../../db/scope.ts';
import { endLink } from '../applicant-links/queries.ts';
import { latestNewsChoice } from '../mail-choices/queries.ts';
import type { ActAnswer, ApplicantForm } from './act.ts';
import { idsOf, lockOwn, type OwnApplication, ofAddress } from './own.ts';

/** Codes that may be typed for one that was mailed. */
const TRIES = 5;
/** Codes within an hour that an applicant may ask for, and that one address gets. */
const ASKED_PER_HOUR = 5;
const SENT_PER_HOUR = 3;
/** Seconds within which the same wish is the same: a form that was sent twice sends one mail. */
const AGAIN_SECONDS = 30;

/** Mails another code to the new address that waits for one. */
export async function send_code(scope: ApplicantScope, id: string): Promise<ActAnswer> {
  const own = await lockOwn(scope);
  const row = own.find((one) => one.id === id);
  if (!row || !mayCorrect(row)) return 'over';
  const pending = await selectPending(scope);
  if (!pending) return { view: 'address', problem: 'expired' };
  const problem = await begin(scope, row, pending.new_address);
  return problem ? { view: 'address', problem: 'too_many' } : 'code_sent';
}

/** Whether an applicant may correct the data of an application. */
export const mayCorrect = (row: OwnApplication): boolean =>
  actsOf[applicantStateOf(row, new Date())].includes('save');

/**
 * Mails a code to an address that is to take the place of the applicant's. Nothing changes until it is typed.
 *
 * @param row the application by which it is asked, locked
 * @returns why it can't be: mails do not arrive there, or codes were asked for too often
 */
export async function begin(
  scope: ApplicantScope,
  row: OwnApplication,
  new_address: string,
): Promise<'address_bounced' | 'too_many' | undefined> {
  const { tx, organizationId: organization_id, address } = scope;
  // applicants who ask for the same address at once are counted one after the other
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`code to ${organization_id} ${new_address}`}, 0))`,
  );
  const { rows } = await tx.execute<{ again: boolean; bounced: boolean; asked: number; sent: number }>(sql`
    select
      exists (
        select from address_changes
        where organization_id = ${organization_id} and address = ${address} and new_address = ${new_address}
          and created_at > now() - make_interval(secs => ${AGAIN_SECONDS}) and tries = 0
      ) as again,
      exists (
        select from mails
        where organization_id = ${organization_id} and to_address = ${new_address} and bounce in ('hard', 'complaint')
      ) as bounced,
      (
        select count(*)::integer from mails m
        join participants p on p.organization_id = m.organization_id and p.id = m.participant_id
        where p.organization_id = ${organization_id} and p.id = any (${idsOf(address)}) and m.variant = 'code'
          and m.created_at > now() - interval '1 hour'
      ) as asked,
      (
        select count(*)::integer from mails
        where organization_id = ${organization_id} and to_address = ${new_address} and variant = 'code'
          and created_at > now() - interval '1 hour'
      ) as sent`);
  const [known] = rows;
  if (known?.again) return undefined;
  if (known?.bounced) return 'address_bounced';
  if ((known?.asked ?? 0) >= ASKED_PER_HOUR || (known?.sent ?? 0) >= SENT_PER_HOUR) return 'too_many';
  const wish = {
    ...{ new_address, seed: randomBytes(16), tries: 0 },
    ...{ expires_at: sql`now() + interval '10 minutes'`, created_at: sql`now()` },
  };
  await tx
    .insert(address_changes)
    .values({ organization_id, address, ...wish })
    .onConflictDoUpdate({ target: [address_changes.organization_id, address_changes.address], set: wish });
  await writeMail(scope, row, 'code', new_address);
  return undefined;
}

/**
 * Gives all applications of the address the new one, if the code is right: the former one is told and its link ends, and a new
 * link goes to the new one.
 */
export async function confirm_address(
  scope: ApplicantScope,
  id: string,
  form: ApplicantForm,
): Promise<ActAnswer> {
  const own = await lockOwn(scope);
  const row = own.find((one) => one.id === id);
  if (!row || !mayCorrect(row)) return 'over';
  const pending = await selectPending(scope);
  if (!pending?.holds) return { view: 'address', problem: 'expired' };
  if (pending.tries >= TRIES) return { view: 'address', problem: 'tried_out' };
  const its = and(
    eq(address_changes.organization_id, scope.organizationId),
    eq(address_changes.id, pending.id),
  );
  await scope.tx
    .update(address_changes)
    .set({ tries: pending.tries + 1 })
    .where(its);
  const typed = Buffer.from(form.get('code').replace(/\D/g, '').slice(0, 12));
  const isRight = form.tokens
    .codesOf(pending.seed)
    .some((code) => typed.length === code.length && timingSafeEqual(Buffer.from(code), typed));
  if (!isRight) return { view: 'address', problem: pending.tries + 1 >= TRIES ? 'tried_out' : 'wrong' };
  const { new_address } = pending;
  if (await isTaken(scope, new_address)) return { view: 'address', problem: 'taken' };
  await move(scope, row, new_address);
  await scope.tx.delete(address_changes).where(its);
  return { moved_to: new_address };
}

async function selectPending({ tx, organizationId, address }: ApplicantScope) {
  const { id, new_address, seed, tries, expires_at } = address_changes;
  const [pending] = await tx
    .select({ id, new_address, seed, tries, holds: sql<boolean>`${expires_at} > now()` })
    .from(address_changes)
    .where(and(eq(address_changes.organization_id, organizationId), eq(address_changes.address, address)))
    .for('update');
  return pending;
}

/** Whether someone of the same name lives in one of the groups with the new address already: a person has one application there. */
async function isTaken({ tx, organizationId, address }: ApplicantScope, new_address: string) {
  const living = sql`('pending', 'approved', 'waitlisted')`;
  const { rows } = await tx.execute<Record<string, never>>(sql`
    select from participants its
    join participants other on other.organization_id = its.organization_id and other.group_id = its.group_id
      and other.id = any (${idsOf(new_address)}) and other.status in ${living} and app.fold(other.name) = app.fold(its.name)
    where its.organization_id = ${organizationId} and its.id = any (${idsOf(address)}) and its.status in ${living}
    limit 1`);
  return rows.length > 0;
}

async function move(scope: ApplicantScope, row: OwnApplication, new_address: string): Promise<void> {
  const { tx, organizationId: organization_id, address } = scope;
  await tx.update(participants).set({ email: new_address, updated_at: sql`now()` }).where(ofAddress(scope));
  // what waits for the former address is for the new one
  await tx
    .update(mails)
    .set({ to_address: new_address })
    .where(
      sql`${mails.organization_id} = ${organization_id} and ${mails.to_address} = ${address} and ${mails.state} in ('queued', 'held')
        and ${mails.recipient_kind} = 'applicant' and ${mails.variant} <> 'code'`,
    );
  const said = await latestNewsChoice(tx, { organization_id, address });
  const present = await latestNewsChoice(tx, { organization_id, address: new_address });
  // a "no" is the person's, whatever their address
  if (said && !said.wanted && !present)
    await tx
      .insert(mail_choices)
      .values({ organization_id, address: new_address, kind: 'news', wanted: false, how: 'page' });
  await endLink(tx, { organization_id, address });
  if (!(await hasBounced(scope))) await writeMail(scope, row, 'moved', address);
  await writeMail(scope, row, '', new_address);
}

/** Whether mails don't arrive at the former address: then there is nobody to be told. */
async function hasBounced({ tx, organizationId, address }: ApplicantScope): Promise<boolean> {
  const { rows } = await tx.execute<Record<string, never>>(sql`
    select from mails where organization_id = ${organizationId} and to_address = ${address} and bounce in ('hard', 'complaint')
    limit 1`);
  return rows.length > 0;
}

async function writeMail(
  { tx, organizationId: organization_id }: ApplicantScope,
  { id: participant_id, group_id, language }: OwnApplication,
  variant: '' | 'code' | 'moved',
  to_address: string,
): Promise<void> {
  await tx.insert(mails).values({
    ...{ organization_id, group_id, participant_id, language, to_address, variant },
    ...{ email_type: 'application_link', recipient_kind: 'applicant' },
  });
}
