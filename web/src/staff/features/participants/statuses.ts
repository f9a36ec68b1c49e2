import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconHourglassLow,
  IconMinus,
  IconX,
} from '@tabler/icons-react';
import { type ParticipantStatus, participantMoves } from '@vpisnik/contract/participants';
import { storedWithdrawalReasons } from '@vpisnik/contract/rules/applicant-page';
import type { ShownStatus } from '@vpisnik/contract/rules/statuses';
import type { MessageKey } from '../../../lib/text/i18n.ts';
import type { Translate } from '../../../lib/text/translate.ts';

/** The icon of each status; the tint has the name of the status that is stored. */
export const statusIcons: Record<ShownStatus, typeof IconCheck> = {
  pending: IconClock,
  approved: IconCheck,
  waitlisted: IconHourglassLow,
  rejected: IconX,
  inactive: IconMinus,
  withdrawn: IconArrowBackUp,
};

const byUse: readonly ParticipantStatus[] = ['approved', 'pending', 'waitlisted', 'rejected', 'inactive'];

/** The allowed moves from a status, the most used first. */
export const movesFrom = (status: ParticipantStatus): ParticipantStatus[] =>
  byUse.filter((to) => participantMoves[status].includes(to));

/** Why an application was withdrawn, in words; undefined where nobody said. */
export function withdrawalReasonWords(value: string, t: Translate<MessageKey>): string | undefined {
  const reason = storedWithdrawalReasons.find((one) => one === value);
  return reason && t(`modules.participant_history.withdrawal_reasons.${reason}`);
}
