import {
  IconArrowBackUp,
  IconCheck,
  IconClock,
  IconHourglassLow,
  IconMinus,
  IconX,
} from '@tabler/icons-react';
import { type ParticipantStatus, participantMoves } from '@vpisnik/contract/participants';
import type { ShownStatus } from '@vpisnik/contract/rules/statuses';

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
