/** Words of the filters of participants; without a validator. */

/** How a participant came to a group. */
export const sources = ['applied', 'added'] as const;

/** What about a participant needs a look. */
export const concerns = ['reapplied', 'mail_failed', 'outside_age', 'incomplete', 'duplicate'] as const;
export type Concern = (typeof concerns)[number];

/** How a participant stands with their payments; `open` has some that are awaited, late or not, `paid` has none left. */
export const paymentStands = ['none', 'open', 'overdue', 'paid'] as const;
export type PaymentStand = (typeof paymentStands)[number];

/** How someone in the queue stands with an offer of a place: it is open, or one has passed without an answer. */
export const offerStands = ['open', 'passed'] as const;
export type OfferStand = (typeof offerStands)[number];

/** What lists of participants are sorted by, each also the other way around with a `-` before it. */
const participantSorts = ['application_date', 'name', 'group', 'status', 'age', 'waiting_position'] as const;
type Key = (typeof participantSorts)[number];
export type ParticipantSort = Key | `-${Key}`;

/** All of them, both ways. */
export const participantSortKeys = [
  ...participantSorts,
  ...participantSorts.map((key) => `-${key}` as const),
] satisfies ParticipantSort[];
