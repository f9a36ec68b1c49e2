import type { ApplicantLinkState } from '@vpisnik/contract/applicant-links';
import { recordBy } from '../../db/activity.ts';
import type { Scope, Transaction } from '../../db/scope.ts';
import { AppError, found, invalidFields } from '../../errors.ts';
import type { ApplicantTokens, StoredToken } from '../../mail/applicant-tokens.ts';
import {
  type Addressed,
  endLink,
  hasPage,
  insertLink,
  selectLink,
  selectPerson,
  selectToken,
  writeLinkMail,
} from './queries.ts';
import { type LookTickets, lookPart } from './rules.ts';

/**
 * The token of an address's link, made if it has none, and anew if its key is gone.
 *
 * @param stored the link, if it was looked for already
 */
export async function tokenOf(
  tx: Transaction,
  tokens: ApplicantTokens,
  whose: Addressed,
  stored?: StoredToken,
): Promise<string> {
  stored ??= await selectToken(tx, whose);
  const known = stored && tokens.of(stored);
  if (known) return known;
  if (stored) await endLink(tx, whose);
  await insertLink(tx, whose, tokens.fresh());
  // another process may have made it at the same moment
  const made = await selectToken(tx, whose);
  const token = made && tokens.of(made);
  if (!token) throw new Error('A link to the page of an applicant was not made.');
  return token;
}

/** How the link of a participant's address stands. */
export async function stateOf(scope: Scope, participantId: string): Promise<ApplicantLinkState> {
  const { address } = found(await selectPerson(scope, participantId));
  const whose = address === null ? null : { organization_id: scope.organizationId, address };
  const link = whose && (await selectLink(scope.tx, whose));
  const available = whose !== null && (await hasPage(scope.tx, whose));
  return {
    ...{ address, available, may_look: available && scope.allGroups },
    created_at: link?.created_at ?? null,
    last_used_at: link?.last_used_at ?? null,
  };
}

/**
 * Has the link of a participant's address mailed there.
 *
 * @throws {AppError} not_found, invalid_fields (no address), applicant_page_over, rate_limited
 */
export async function sendLink(scope: Scope, participantId: string): Promise<ApplicantLinkState> {
  const { whose, name } = await personWithPage(scope, participantId);
  if ((await writeLinkMail(scope.tx, whose.address)) === 0)
    throw new AppError('rate_limited', { retry_after: 3600 });
  await note(scope, 'applicant_link_sent', { participantId, name });
  return stateOf(scope, participantId);
}

/** Ends the link of a participant's address; without one nothing changes. */
export async function endLinkOf(scope: Scope, participantId: string): Promise<ApplicantLinkState> {
  const { address, name } = found(await selectPerson(scope, participantId));
  if (address !== null && (await endLink(scope.tx, { organization_id: scope.organizationId, address })))
    await note(scope, 'applicant_link_ended', { participantId, name });
  return stateOf(scope, participantId);
}

/**
 * A path to the page of a participant's address, on which nothing can be done.
 *
 * @throws {AppError} forbidden (not all groups in scope), not_found, invalid_fields (no address), applicant_page_over
 */
export async function lookAt(scope: Scope, participantId: string, looks: LookTickets): Promise<string> {
  const { whose, name, reference } = await personWithPage(scope, participantId);
  // the page has siblings too, whatever group they are in
  if (!scope.allGroups) throw new AppError('forbidden');
  await note(scope, 'applicant_page_viewed', { participantId, name });
  return `/my/${lookPart}/${looks.of({ ...whose, id: scope.accountId }, Date.now())}/${reference}`;
}

async function personWithPage(scope: Scope, participantId: string) {
  const { address, ...person } = found(await selectPerson(scope, participantId));
  if (address === null) throw invalidFields([{ path: 'email', code: 'required' }]);
  const whose = { organization_id: scope.organizationId, address };
  if (!(await hasPage(scope.tx, whose))) throw new AppError('applicant_page_over');
  return { whose, ...person };
}

type Noted = { participantId: string; name: string };

const note = (
  scope: Scope,
  action: 'applicant_page_viewed' | 'applicant_link_sent' | 'applicant_link_ended',
  { participantId, name }: Noted,
) => recordBy(scope, { action, entity: 'participant', entity_id: participantId, changes: { name } });
