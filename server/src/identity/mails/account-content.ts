import type { Language } from '@vpisnik/contract/rules/texts';
import type { PoolClient } from 'pg';
import { recordOwn } from '../../db/activity.ts';
import { type CodePurpose, issueCode } from '../accounts/codes.ts';
import { findInvitation, findInvitationOf, issueInvitationCode } from '../accounts/invitations.ts';
import type { AccountMail, AccountMailKind } from './account-outbox.ts';
import type { AccountMailFacts } from './account-words.ts';

/** Input for rendering a mail about an account, read at sending. */
export type AccountMailContent = { kind: AccountMailKind; language: Language; facts: AccountMailFacts };

type Person = {
  id: string;
  name: string;
  language: Language;
  confirmed: boolean;
  active: boolean;
  organization_name: string | null;
};

const purposes: Partial<Record<AccountMailKind, { purpose: CodePurpose; path: string }>> = {
  activation: { purpose: 'activation', path: '/activation' },
  password_reset: { purpose: 'password_reset', path: '/reset-password/confirm' },
  // the form for a password, also where people sign in elsewhere
  device: { purpose: 'device', path: '/login?password' },
  email_change: { purpose: 'email_change', path: '/email-change' },
  owner_change: { purpose: 'owner_change', path: '/owner-change' },
};

/** Paths of links without a code, by kind of mail. */
const pages: Partial<Record<AccountMailKind, string>> = {
  app_added: '/account/security',
  app_removed: '/account/security',
  passkey_added: '/account/security',
  passkey_removed: '/account/security',
  passkey_refused: '/account/security',
  recovery_code_used: '/account/security',
  recovery_codes_renewed: '/account/security',
  codes_guessed: '/reset-password',
  organization_account_changed: '/settings#payments',
  message_stopped: '/messages',
};

/**
 * Composes a mail, with a new code in its link; null if it is not to be sent. The address's account is looked up here and
 * not during the request, so that the reply reveals nothing.
 */
export async function accountMailContent(
  client: Pick<PoolClient, 'query'>,
  mail: AccountMail,
  publicUrl: string,
): Promise<AccountMailContent | null> {
  const holder =
    mail.kind === 'email_change' ? await findPerson(client, { ...mail, account_id: null }) : undefined;
  // an unconfirmed registration of the new address doesn't block the change
  const owner = holder?.confirmed ? holder : undefined;
  const person = owner ?? (await findPerson(client, mail));
  if (mail.kind === 'invitation' || (!person && invites.has(mail.kind)))
    return await invitationContent(client, mail, publicUrl);
  // another account's address can't be taken over; its owner is told of the attempt
  const kind = person && kindFor(owner ? 'account_exists' : mail.kind, person);
  if (!kind) return null;
  const target = purposes[kind];
  // the code stands behind #, so that it reaches no server log on the way
  const link = new URL(target?.path ?? pages[kind] ?? '/login', publicUrl);
  if (kind === 'message_stopped') link.pathname += `/${mail.data.message}`;
  if (target) {
    const code = await issueCode(client, person.id, target.purpose, undefined, mail.data);
    if (kind === 'password_reset') await recordOwn(client, person.id, 'password_reset_requested');
    link.hash = `code=${code}`;
  }
  return {
    kind,
    language: (mail.data.language as Language | undefined) ?? person.language,
    facts: {
      // those go to an address that need not be the person's
      name: /^(owner|organization)_/.test(kind) ? '' : person.name,
      organization: mail.data.organization_name ?? person.organization_name ?? '',
      address: mail.data.email ?? mail.to_address,
      date: mail.data.date ?? '',
      account: mail.data.account ?? '',
      actor: mail.data.actor ?? '',
      passkey: mail.data.passkey ?? '',
      subject: mail.data.subject ?? '',
      link: link.href,
      home: publicUrl,
    },
  };
}

/** Kinds that send an invitation again if the address has no account but is invited. */
const invites = new Set<AccountMailKind>(['activation', 'account_exists', 'password_reset']);

/**
 * An invitation with a new code; null if withdrawn or accepted. Only its organisation extends it: a request by the address,
 * which may come from a stranger, keeps its expiry and gets null once it has expired.
 */
async function invitationContent(
  client: Pick<PoolClient, 'query'>,
  { to_address, data }: AccountMail,
  publicUrl: string,
): Promise<AccountMailContent | null> {
  const renewed = data.invitation_id !== undefined;
  const invitation = data.invitation_id
    ? await findInvitation(client, data.invitation_id)
    : await findInvitationOf(client, to_address);
  if (!invitation || (invitation.expired && !renewed)) return null;
  const link = new URL('/required-password-change', publicUrl);
  link.hash = `code=${await issueInvitationCode(client, invitation.id, renewed)}`;
  return {
    kind: 'invitation',
    language: invitation.language,
    facts: {
      name: invitation.name,
      organization: invitation.organization_name,
      address: invitation.email,
      date: '',
      account: '',
      actor: '',
      passkey: '',
      subject: '',
      link: link.href,
      home: publicUrl,
    },
  };
}

/** The mail that is right for this person now: in the meantime an account may have been confirmed, or shut. */
function kindFor(kind: AccountMailKind, person: Person): AccountMailKind | null {
  switch (kind) {
    case 'activation':
    case 'account_exists':
      if (!person.active) return null;
      return person.confirmed ? 'account_exists' : 'activation';
    case 'password_reset':
    case 'email_change':
    case 'message_stopped':
      return person.active ? kind : null;
    case 'device':
      return person.active && person.confirmed ? 'device' : null;
    default:
      return kind;
  }
}

async function findPerson(
  client: Pick<PoolClient, 'query'>,
  { account_id, to_address }: AccountMail,
): Promise<Person | undefined> {
  const { rows } = await client.query<Person>(
    `select a.id, a.name, a.language, a.confirmed_at is not null as confirmed,
       a.platform_admin or coalesce(m.active, false) as active,
       o.name as organization_name
     from accounts a
     left join memberships m on m.account_id = a.id
     left join organizations o on o.id = m.organization_id
     where case when $1::uuid is null then a.email = $2 else a.id = $1 end`,
    [account_id, to_address],
  );
  return rows[0];
}
