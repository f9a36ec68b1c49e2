import { IconCheck, IconClock, IconHourglassLow, IconMinus, IconX } from '@tabler/icons-react';
import { type ParticipantStatus, participantMoves } from '@vpisnik/contract/participants';

/** The icon of each status; its tint has the status's own name. */
export const statusIcons: Record<ParticipantStatus, typeof IconCheck> = {
  pending: IconClock,
  approved: IconCheck,
  waitlisted: IconHourglassLow,
  rejected: IconX,
  inactive: IconMinus,
};

const byUse: readonly ParticipantStatus[] = ['approved', 'pending', 'waitlisted', 'rejected', 'inactive'];

/** The allowed moves from a status, the most used first. */
export const movesFrom = (status: ParticipantStatus): ParticipantStatus[] =>
  byUse.filter((to) => participantMoves[status].includes(to));
