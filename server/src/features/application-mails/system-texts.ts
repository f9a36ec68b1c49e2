import type { EmailType } from '@vpisnik/contract/notification-templates';
import type { ParticipantStatus } from '@vpisnik/contract/participants';
import type { TemplateTranslation } from './template.ts';

/** What the duplicate's mail says instead; the rest is the confirmation's. */
type DuplicateTexts = Pick<TemplateTranslation, 'subject' | 'header_text' | 'main_message'>;

/** What a mail says instead by the status that it tells. */
type TextsByStatus = Record<ParticipantStatus, Pick<TemplateTranslation, 'subject' | 'header_text'>>;

/** The system's wording of every mail in one language. */
export type SystemTexts = Record<EmailType, TemplateTranslation & { by_status?: TextsByStatus }> & {
  /** What comes next, for staff who may read an application but not decide about it. */
  viewer_next_steps: Partial<TemplateTranslation['next_steps']>;
  application_confirmation_duplicate: DuplicateTexts;
};
