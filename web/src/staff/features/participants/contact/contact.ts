import type { ParticipantSummary } from '@vpisnik/contract/participants';

type Reached = Pick<ParticipantSummary, 'name' | 'phone' | 'guardian_name' | 'guardian_phone'>;

/** Who is called about a participant. */
export type Contact = {
  /** The guardian, where the form asked for one; null: the participant. */
  guardian: string | null;
  /** Who answers the telephone, for its accessible name. */
  name: string;
  phone: string | null;
  /** The participant's own telephone beside the guardian's. */
  ownPhone: string | null;
};

/** A minor's contact is the guardian; anybody else's is the participant. */
export function contactOf({ name, phone, guardian_name, guardian_phone }: Reached): Contact {
  return {
    guardian: guardian_name,
    name: guardian_name ?? name,
    phone: guardian_phone ?? phone,
    ownPhone: guardian_phone === null || guardian_phone === phone ? null : phone,
  };
}
