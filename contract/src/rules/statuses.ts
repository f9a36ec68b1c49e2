/** Statuses of participants and groups; without a validator, so that lists which carry none can use them. */
export const participantStatuses = ['pending', 'approved', 'waitlisted', 'rejected', 'inactive'] as const;
export type ParticipantStatus = (typeof participantStatuses)[number];

/** Statuses as they are shown: `withdrawn` is inactive by the applicant's own wish. */
export const shownStatuses = [...participantStatuses, 'withdrawn'] as const;
export type ShownStatus = (typeof shownStatuses)[number];

/** The status of an application as it is shown; replies of release 0.2.0 don't tell when it was withdrawn. */
export const shownStatusOf = <Status extends string>({
  status,
  withdrawn_at,
}: {
  status: Status;
  withdrawn_at?: string | null | undefined;
}): Status | 'withdrawn' => (status === 'inactive' && withdrawn_at ? 'withdrawn' : status);

/** Statuses that each status may change to. */
export const participantMoves: Record<ParticipantStatus, readonly ParticipantStatus[]> = {
  pending: ['approved', 'rejected', 'waitlisted', 'inactive'],
  approved: ['waitlisted', 'rejected', 'inactive'],
  waitlisted: ['approved', 'rejected', 'inactive'],
  rejected: ['pending', 'approved', 'waitlisted'],
  inactive: ['pending', 'approved', 'waitlisted'],
};

/** Whether a participant takes a place of the group: by status, or in the queue by an open offer. */
export const takesPlace = (person: { status: ParticipantStatus; offer_until: string | null }): boolean =>
  holdsPlace(person.status) || person.offer_until !== null;

/** Statuses that take a place of the group by themselves. */
export const holdsPlace = (status: ParticipantStatus): boolean =>
  status === 'pending' || status === 'approved';

/** Whether an application has neither a place nor a turn in the queue any more. */
export const isOver = (status: ParticipantStatus): boolean => status === 'rejected' || status === 'inactive';

/** Position of a day relative to a group's dates. */
export const periods = ['current', 'upcoming', 'past'] as const;

/** States for filtering organisations. */
export const organizationStates = ['active', 'inactive', 'deleted'] as const;
