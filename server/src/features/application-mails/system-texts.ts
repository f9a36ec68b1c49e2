import type { EmailType } from '@vpisnik/contract/notification-templates';
import type { ParticipantStatus } from '@vpisnik/contract/participants';
import type { TemplateTranslation } from '@vpisnik/contract/rules/templates';

/** Texts of the duplicate's mail that differ from the confirmation's. */
type DuplicateTexts = Pick<TemplateTranslation, 'subject' | 'header_text' | 'main_message'>;

/** Texts that differ by the status. */
type TextsByStatus = Record<ParticipantStatus, Pick<TemplateTranslation, 'subject' | 'header_text'>>;

/** The system's wording of every mail in one language. */
export type SystemTexts = Record<EmailType, TemplateTranslation & { by_status?: TextsByStatus }> & {
  /** What comes next, for staff who may read an application but not decide about it. */
  viewer_next_steps: Partial<TemplateTranslation['next_steps']>;
  application_confirmation_duplicate: DuplicateTexts;
};
