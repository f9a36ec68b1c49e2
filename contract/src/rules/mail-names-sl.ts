import type { EmailType } from './email-types.ts';

/** What each type of mail is called, as its template at first is, in Slovenian. */
export const mailNamesSl = {
  application_confirmation: 'Potrdilo o prijavi',
  application_received_notification: 'Obvestilo o novi prijavi',
  application_status_update: 'Sprememba stanja prijave',
  place_offered: 'Ponudba mesta',
  offer_reminder: 'Opomnik o ponudbi mesta',
  payment_request: 'Podatki za plačilo',
  payment_reminder: 'Opomnik za plačilo',
  payment_received: 'Prejeto plačilo',
  session_changed: 'Sprememba terminov',
  group_cancelled: 'Odpovedana skupina',
} as const satisfies Record<EmailType, string>;
