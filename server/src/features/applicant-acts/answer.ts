import type { ApplicantNotice } from '@vpisnik/contract/rules/applicant-page';
import { and, eq } from 'drizzle-orm';
import { participants } from '../../db/schema.ts';
import type { ApplicantScope } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { acceptOffer, declineOffer, wantStill } from '../offers/answers.ts';
import type { ApplicantAct } from './act.ts';
import { lockOne } from './own.ts';

/** Accepts the place that is offered; pressed again it changes nothing and says the same. */
export const accept = answering(acceptOffer, 'accepted');

/** Declines the place that is offered; pressed again it changes nothing and says the same. */
export const decline = answering(declineOffer, 'declined');

/** Lets someone whose offer has passed have their turn again; what staff took back is theirs to give again. */
export const want_still = answering(
  wantStill,
  'still_wanted',
  (row) => row.offer_paused_at === null || !row.offer_taken_back,
);

/** An answer to an offer; one that comes too late changes nothing, and the page says so. */
function answering(
  act: (scope: ApplicantScope, id: string) => Promise<void>,
  notice: ApplicantNotice,
  mayAnswer: (row: NonNullable<Awaited<ReturnType<typeof lockOne>>>) => boolean = () => true,
): ApplicantAct {
  return async (scope, id) => {
    const row = await lockOne(scope, id);
    if (!row || !mayAnswer(row)) return 'too_late';
    try {
      await act(scope, id);
      return notice;
    } catch (error) {
      if (!(error instanceof AppError && late.has(error.code))) throw error;
      return (await answerOf(scope, id)) === notice ? notice : 'too_late';
    }
  };
}

/** What an earlier press has done; undefined where it was something else. */
async function answerOf(
  { tx, organizationId }: ApplicantScope,
  id: string,
): Promise<ApplicantNotice | undefined> {
  const { status, withdrawal_reason, offer_no } = participants;
  const [row] = await tx
    .select({ status, withdrawal_reason, offer_no })
    .from(participants)
    .where(and(eq(participants.organization_id, organizationId), eq(participants.id, id)));
  if (row?.withdrawal_reason === 'declined_offer') return 'declined';
  return row?.status === 'approved' && row.offer_no > 0 ? 'accepted' : undefined;
}

const late: ReadonlySet<string> = new Set(['offer_gone', 'move_not_allowed']);
