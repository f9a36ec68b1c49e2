import type {
  ApplicantAct as ActName,
  AddressProblem,
  ApplicantNotice,
} from '@vpisnik/contract/rules/applicant-page';
import type { FormEntries } from '@vpisnik/contract/rules/application-form';
import type { ErrorCode, FieldError } from '@vpisnik/contract/rules/errors';
import { sql } from 'drizzle-orm';
import type { ApplicantScope } from '../../db/scope.ts';
import type { ApplicantTokens } from '../../mail/applicant-tokens.ts';
import type { Sealing } from '../../mail/sealed.ts';
import { absent, coming } from './absence.ts';
import { confirm_address, send_code } from './address.ts';
import { accept, decline, want_still } from './answer.ts';
import { withdraw_consent } from './consent.ts';
import { save } from './save.ts';
import { withdraw } from './withdraw.ts';

/** A form of the page of an applicant, as it was sent, and what reads it. */
export type ApplicantForm = {
  entries: FormEntries;
  /** The first value of a field; empty without one. */
  get(name: string): string;
  tokens: ApplicantTokens;
  seals: Sealing;
};

/** What an act says: a notice; problems, with which its form is shown again; or where the address's page has gone. */
export type ActAnswer =
  | ApplicantNotice
  | { view: 'edit'; problems: FieldError[]; failure: ErrorCode | null }
  | { view: 'address'; problem: AddressProblem }
  | { moved_to: string };

/**
 * What a form does with one application of the address, in a transaction of its own. It locks what it changes and looks anew
 * whether it can still be done: the page may be hours old.
 */
export type ApplicantAct = (
  scope: ApplicantScope,
  participantId: string,
  form: ApplicantForm,
) => Promise<ActAnswer>;

/** The acts by the field `act` of their forms. */
export const applicantActs: Record<ActName, ApplicantAct> = {
  accept,
  decline,
  want_still,
  withdraw,
  absent,
  coming,
  save,
  send_code,
  confirm_address,
  withdraw_consent,
};

/** The application of the address with a reference; undefined for another's. */
export async function applicationAt(
  { tx, organizationId, address }: ApplicantScope,
  reference: string,
): Promise<string | undefined> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from participants
    where organization_id = ${organizationId} and reference = ${reference} and lower(email) = ${address}`);
  return rows[0]?.id;
}

/**
 * Has staff and the applicant told of this transaction's changes: in a while, with those made until then.
 *
 * @param address that of the applications by now, in lower case
 */
export async function tellChanges({ tx }: ApplicantScope, address: string): Promise<void> {
  await tx.execute(sql`select app.tell_applicant_changes(${address})`);
}
