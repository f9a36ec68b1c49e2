import {
  type ApplicantNotice,
  actsOf,
  applicantStateOf,
  withdrawalReasons,
} from '@vpisnik/contract/rules/applicant-page';
import { and, eq, sql } from 'drizzle-orm';
import { participants } from '../../db/schema.ts';
import type { ApplicantScope } from '../../db/scope.ts';
import { enqueueOwnActMails } from '../application-mails/enqueue.ts';
import type { ApplicantForm } from './act.ts';
import { lockOne } from './own.ts';

/**
 * Withdraws an application: its place is free, what was to be paid for it follows as when staff end it, and a mail confirms it.
 * What was withdrawn stays so, however often the form is sent.
 */
export async function withdraw(
  scope: ApplicantScope,
  id: string,
  form: ApplicantForm,
): Promise<ApplicantNotice> {
  const row = await lockOne(scope, id);
  if (!row) return 'over';
  if (row.withdrawn_at !== null) return 'withdrawn';
  const state = applicantStateOf(row, new Date());
  if (!actsOf[state].includes('withdraw')) return 'over';
  const reason = withdrawalReasons.find((one) => one === form.get('reason')) ?? '';
  await scope.tx
    .update(participants)
    .set({
      status: 'inactive',
      // not a decision of staff, so they have nothing to undo
      previous_status: null,
      decided_at: sql`now()`,
      withdrawn_at: sql`now()`,
      withdrawal_reason: reason,
    })
    .where(and(eq(participants.organization_id, scope.organizationId), eq(participants.id, id)));
  await enqueueOwnActMails(scope.tx, [id], 'withdrawn');
  return 'withdrawn';
}
