import type { ParticipantStatus } from '@vpisnik/contract/participants';
import type { EmailType, emailTypeRules } from '@vpisnik/contract/rules/email-types';
import type { MailType } from '@vpisnik/contract/rules/mail-types';
import type { TemplateTranslation, VariantTexts } from '@vpisnik/contract/rules/templates';

type Variant<Type extends EmailType> = (typeof emailTypeRules)[Type]['variants'][number];

/** Texts that differ by the status. */
type TextsByStatus = Record<ParticipantStatus, Pick<TemplateTranslation, 'subject' | 'header_text'>>;

/** The system's wording of one type. */
export type SystemWords = TemplateTranslation & {
  by_status?: TextsByStatus;
  by_variant?: Partial<Record<string, VariantTexts>>;
};

/** The system's wording of every mail in one language. */
export type SystemTexts = Record<MailType, TemplateTranslation & { by_status?: TextsByStatus }> & {
  application_received_notification: {
    by_variant: Record<Variant<'application_received_notification'>, VariantTexts>;
  };
  application_status_update: { by_variant: Record<Variant<'application_status_update'>, VariantTexts> };
  place_offered: { by_variant: Record<Variant<'place_offered'>, VariantTexts> };
  payment_reminder: { by_variant: Record<Variant<'payment_reminder'>, VariantTexts> };
  session_changed: { by_variant: Record<Variant<'session_changed'>, VariantTexts> };
  application_link: { by_variant: Record<'code' | 'moved', VariantTexts> };
  application_changed: { by_variant: { staff: VariantTexts } };
  /** The next step, for staff who may read an application but not decide about it. */
  viewer_next_steps: Partial<TemplateTranslation['next_steps']>;
  application_confirmation_duplicate: VariantTexts;
};
