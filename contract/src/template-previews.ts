/** Mails of a template as they would be sent, while it is being edited. */
import { z } from 'zod';
import { language, params, uuid } from './common.ts';
import { endpoint } from './kit.ts';
import { templateContent } from './notification-templates.ts';
import { emailVariants } from './rules/email-types.ts';
import { permissions } from './rules/permissions.ts';
import { participantStatuses } from './rules/statuses.ts';

const previewBody = z.strictObject({
  /** As they are being edited; absent: as they are stored. */
  translations: templateContent.translations.optional(),
  sections: templateContent.sections.optional(),
  language,
  status: z.enum(participantStatuses).default('pending'),
  /** One of the type's; null for its ordinary mail. */
  variant: z.enum(emailVariants).nullable().default(null),
  /** Without: as to people whose name is not known. */
  with_name: z.boolean().default(true),
  /** Of a real group, or of a sample; of a real participant, else of a sample. */
  group_id: uuid.nullable().default(null),
  participant_id: uuid.nullable().default(null),
});

const previewReply = z.object({
  subject: z.string(),
  html: z.string(),
  text: z.string(),
  group_name: z.string(),
  participant_name: z.string(),
});
export type TemplatePreview = z.output<typeof previewReply>;

export const template_previews = {
  show: endpoint({
    scope: 'organization',
    rank: permissions['templates.read'],
    method: 'POST',
    reads: true,
    path: '/notification-templates/{id}/preview',
    summary: 'A mail as it would be sent, of a template as it is being edited; nothing is stored',
    params,
    body: previewBody,
    reply: previewReply,
  }),
  test: endpoint({
    scope: 'organization',
    rank: permissions['templates.manage'],
    method: 'POST',
    path: '/notification-templates/{id}/test',
    summary: 'Send such a mail to oneself',
    params,
    body: previewBody,
    reply: z.object({ to_address: z.string() }),
    status: 202,
    perMinute: 20,
  }),
};
