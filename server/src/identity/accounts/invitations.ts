import type { Language } from '@vpisnik/contract/rules/texts';
import type { PoolClient } from 'pg';
import { recordOwn } from '../../db/activity.ts';
import type { SystemClient } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { claimAddress } from './accounts.ts';
import { hashOf, newCode } from './codes.ts';

/** An invitation that can still be accepted. */
interface Invitation {
  organization_id: string;
  id: string;
  email: string;
  name: string;
  language: Language;
  organization_name: string;
  expired: boolean;
}

type Queries = Pick<PoolClient, 'query'>;

const LIFE_DAYS = 7;

// an organisation that is deleted takes nobody in: their address would be missing elsewhere, and go with it
const select = `select i.organization_id, i.id, i.email, i.name, i.language, o.name as organization_name,
    coalesce(i.code_expires_at <= now(), false) as expired
  from invitations i join organizations o on o.id = i.organization_id and o.delete_after is null`;

/** The invitation with this id, if it can be accepted. */
export async function findInvitation(client: Queries, id: string): Promise<Invitation | undefined> {
  const { rows } = await client.query<Invitation>(`${select} where i.id = $1 and i.active`, [id]);
  return rows[0];
}

/** The invitation of an address that can be accepted, of any organisation: the latest of those in time, else the latest. */
export async function findInvitationOf(client: Queries, email: string): Promise<Invitation | undefined> {
  const { rows } = await client.query<Invitation>(
    `${select} where i.email = $1 and i.active order by expired, i.created_at desc, i.id desc limit 1`,
    [email],
  );
  return rows[0];
}

/**
 * Makes the code of an invitation; the one before works no more.
 *
 * @param renewed whether it is good for seven days from now, as its organisation may ask; else as long as the one before
 */
export async function issueInvitationCode(client: Queries, id: string, renewed: boolean): Promise<string> {
  const { code, hash } = newCode();
  await client.query(
    `update invitations set code_hash = $2, code_expires_at = case
       when $4 or code_expires_at is null then now() + make_interval(days => $3) else code_expires_at
     end where id = $1`,
    [id, hash, LIFE_DAYS, renewed],
  );
  return code;
}

/**
 * The invitation that a code belongs to; looking doesn't use it up.
 *
 * @throws {AppError} code_invalid, code_expired, email_taken when the address has become an account's since
 */
export async function requireInvitation(client: Queries, code: string, lock = false): Promise<Invitation> {
  const { rows } = await client.query<Invitation & { taken: boolean }>(
    `with found as (${select} where i.code_hash = $1 and i.active${lock ? ' for update of i' : ''})
     select *, exists (
       select from accounts a where a.email = found.email and a.confirmed_at is not null
     ) as taken from found`,
    [hashOf(code)],
  );
  const [invitation] = rows;
  if (!invitation) throw new AppError('code_invalid');
  if (invitation.expired) throw new AppError('code_expired');
  if (invitation.taken) throw new AppError('email_taken');
  return invitation;
}

/**
 * Creates an account from an invitation, with its role and groups. The mailed link or the provider has confirmed the
 * address; removes an unconfirmed registration of it.
 *
 * @param passwordHash null where a hosted provider keeps the passwords
 * @returns the account's id, which was the invitation's
 * @throws {AppError} email_taken
 */
export async function makeInvitedAccount(
  client: SystemClient,
  { organization_id, id, email }: Pick<Invitation, 'organization_id' | 'id' | 'email'>,
  passwordHash: string | null,
): Promise<string> {
  if (!(await claimAddress(client, email))) throw new AppError('email_taken');
  await client.query(
    `with invitation as (
       delete from invitations where organization_id = $1 and id = $2 returning *
     ), account as (
       insert into accounts (id, email, name, language, password_hash, confirmed_at)
       select id, email, name, language, $3, now() from invitation
     ), membership as (
       insert into memberships (organization_id, account_id, role, all_groups_allowed)
       select organization_id, id, role, all_groups_allowed from invitation
     )
     insert into membership_groups (organization_id, account_id, group_id)
     select i.organization_id, i.id, g.id from invitation i
     join groups g on g.organization_id = i.organization_id and g.id = any (i.authorized_groups)`,
    [organization_id, id, passwordHash],
  );
  await recordOwn(client, id, 'invitation_accepted');
  return id;
}
