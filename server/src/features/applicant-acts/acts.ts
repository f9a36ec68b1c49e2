import type { ApplicantNotice } from '@vpisnik/contract/rules/applicant-page';
import { sql } from 'drizzle-orm';
import type { ApplicantScope } from '../../db/scope.ts';
import { absent, coming } from './absence.ts';
import { accept, decline, want_still } from './answer.ts';
import { withdraw } from './withdraw.ts';

/** A form of the page of an applicant, as it was sent. */
export type ApplicantForm = URLSearchParams;

/**
 * What a form does with one application of the address, in a transaction of its own. It locks what it changes and looks anew
 * whether it can still be done: the page may be hours old.
 *
 * @returns what the page says then
 */
export type ApplicantAct = (
  scope: ApplicantScope,
  participantId: string,
  form: ApplicantForm,
) => Promise<ApplicantNotice>;

/** The acts by the field `act` of their forms. */
export const applicantActs: Record<string, ApplicantAct> = {
  accept,
  decline,
  want_still,
  withdraw,
  absent,
  coming,
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
