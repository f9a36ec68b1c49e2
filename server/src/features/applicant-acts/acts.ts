import type { ApplicantAct as ActName } from '@vpisnik/contract/rules/applicant-page';
import { sql } from 'drizzle-orm';
import type { ApplicantScope } from '../../db/scope.ts';
import { absent, coming } from './absence.ts';
import type { ApplicantAct } from './act.ts';
import { confirm_address, send_code } from './address.ts';
import { accept, decline, want_still } from './answer.ts';
import { withdraw_consent } from './consent.ts';
import { save } from './save.ts';
import { withdraw } from './withdraw.ts';

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
