import { type ParticipantStatus, participantStatuses } from '@vpisnik/contract/participants';
import { type EmailVariant, emailVariants } from '@vpisnik/contract/rules/email-types';
import { variantTexts } from '@vpisnik/contract/rules/templates';

/** What of a preview decides whether a text is in it. */
type Mail = { status?: ParticipantStatus; variant?: EmailVariant | 'first'; with_name?: boolean };

/** The mail that says the text at a path; absent texts make no difference. */
export function mailWith(path: string): Mail {
  const [group, name] = path.split('.');
  const status = participantStatuses.find((one) => one === name);
  if (group === 'next_steps' && status) return { status, variant: 'first' };
  const variant = emailVariants.find((one) => one === group);
  if (variant) return { variant };
  if (variantTexts.some((one) => one === path)) return { variant: 'first' };
  if (path === 'greeting') return { with_name: true };
  return path === 'greeting_without_name' ? { with_name: false } : {};
}
