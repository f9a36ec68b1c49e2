import { type ParticipantStatus, participantStatuses } from '@vpisnik/contract/participants';
import { wordsIn } from '../../../../lib/address.ts';

/** Address of a printed roster. */
export type PrintSearch = {
  /** Absent: `comingStatuses`. */
  status?: ParticipantStatus[];
  /** Empty boxes per person; absent: none. */
  boxes?: number;
};

/** Default statuses of a roster. */
export const comingStatuses: ParticipantStatus[] = ['pending', 'approved'];

/** More boxes than these have no room on a page. */
export const mostBoxes = 12;

/** Reads the address of a printed roster, however it was typed. */
export function parsePrintSearch(search: Record<string, unknown>): PrintSearch {
  const status = wordsIn(search.status, participantStatuses);
  const boxes = Number(search.boxes);
  const isSome = Number.isInteger(boxes) && boxes > 0;
  return { ...(status && { status }), ...(isSome && { boxes: Math.min(boxes, mostBoxes) }) };
}
