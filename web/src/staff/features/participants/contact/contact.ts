import type { ParticipantSummary } from '@vpisnik/contract/participants';

type Reached = Pick<ParticipantSummary, 'name' | 'phone' | 'guardian_name' | 'guardian_phone'>;

/** Contact for calls about a participant. */
export type Contact = {
  /** The guardian, where the form asked for one; null: the participant. */
  guardian: string | null;
  /** Owner of the telephone, for its accessible name. */
  name: string;
  phone: string | null;
  /** The participant's own telephone beside the guardian's. */
  ownPhone: string | null;
};

/** Contact of a participant: the guardian's name and telephone where given, else the participant's own. */
export function contactOf({ name, phone, guardian_name, guardian_phone }: Reached): Contact {
  return {
    guardian: guardian_name,
    name: guardian_name ?? name,
    phone: guardian_phone ?? phone,
    ownPhone: guardian_phone === null || guardian_phone === phone ? null : phone,
  };
}
