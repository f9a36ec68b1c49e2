import { z } from 'zod';
import { flag, listQuery, pageOf, several } from './common.ts';
import { endpoint } from './kit.ts';
import { emailTypes } from './rules/email-types.ts';
import { permissions } from './rules/permissions.ts';

export { type EmailType, emailTypes } from './rules/email-types.ts';

const listed = z.object({
  id: z.string(),
  name: z.string(),
  email_type: z.enum(emailTypes),
  system: z.boolean(),
  active: z.boolean(),
});
export type TemplateSummary = z.output<typeof listed>;

export const notification_templates = {
  list: endpoint({
    withSession: true,
    scope: 'organization',
    rank: permissions['templates.read'],
    method: 'GET',
    path: '/notification-templates',
    summary: 'Notification templates by name',
    query: z.strictObject({
      ...listQuery,
      email_type: several(z.enum(emailTypes)).optional(),
      active: flag.optional(),
    }),
    reply: pageOf(listed),
  }),
};
