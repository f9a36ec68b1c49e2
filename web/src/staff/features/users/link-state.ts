import type { User } from '@vpisnik/contract/users';

/** State of an invitation's link: its mail is not sent yet, it works, or it has expired. */
export function linkState({
  invitation_expires_at: until,
}: Pick<User, 'invitation_expires_at'>): 'sending' | 'works' | 'expired' {
  if (until === null) return 'sending';
  return Date.parse(until) > Date.now() ? 'works' : 'expired';
}
