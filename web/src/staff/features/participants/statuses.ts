import { IconCheck, IconClock, IconHourglassLow, IconMinus, IconX } from '@tabler/icons-react';
import type { ParticipantStatus } from '@vpisnik/contract/participants';

/** The icon of each status; its tint has the status's own name. */
export const statusIcons: Record<ParticipantStatus, typeof IconCheck> = {
  pending: IconClock,
  approved: IconCheck,
  waitlisted: IconHourglassLow,
  rejected: IconX,
  inactive: IconMinus,
};
