import { type ParticipantStatus, participantStatuses } from '@vpisnik/contract/participants';
import { wordsIn } from '../../../../lib/address.ts';

/** Lists on paper: the roster, telephones to call, a sheet to sign on, and badges to cut out. */
export const paperKinds = ['roster', 'phones', 'sign_in', 'badges'] as const;
export type PaperKind = (typeof paperKinds)[number];

/** Address of a printed roster. */
export type PrintSearch = {
  /** Absent: the roster. */
  kind?: PaperKind;
  /** Of a sheet to sign on, whose days are otherwise those of the coming sessions. */
  days?: 'empty';
  /** Absent: `comingStatuses`. */
  status?: ParticipantStatus[];
  /** Empty boxes per person; absent: none. */
  boxes?: number;
};

/** Default statuses of a roster. */
export const comingStatuses: ParticipantStatus[] = ['pending', 'approved'];

/** More boxes than these have no room on a page. */
export const mostBoxes = 12;

/** Boxes of a sheet to sign on, unless another number is chosen. */
export const signedBoxes = 8;

/** Reads the address of a printed roster, however it was typed. */
export function parsePrintSearch(search: Record<string, unknown>): PrintSearch {
  const status = wordsIn(search.status, participantStatuses);
  const boxes = Number(search.boxes);
  const isSome = Number.isInteger(boxes) && boxes > 0;
  const kind = paperKinds.find((one) => one === search.kind);
  return {
    ...(status && { status }),
    ...(isSome && { boxes: Math.min(boxes, mostBoxes) }),
    ...(kind && kind !== 'roster' && { kind }),
    ...(search.days === 'empty' && { days: 'empty' }),
  };
}
