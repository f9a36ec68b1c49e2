import type { Group } from '@vpisnik/contract/groups';
import type { ParticipantSummary } from '@vpisnik/contract/participants';
import type { MessageKey } from '../../../lib/text/i18n.ts';

/** Reason why a decision sends no mail; null when it sends one. */
export function silence(
  { email }: Pick<ParticipantSummary, 'email'>,
  group: Group | undefined,
): MessageKey | null {
  if (!email) return 'modules.participant.decide.no_email';
  const sends = group?.email_settings.application_status_update?.enabled ?? true;
  return sends ? null : 'modules.participant.decide.group_silent';
}
