import { z } from 'zod';
import { flag, listQuery, pageOf, several } from './common.ts';
import { endpoint } from './kit.ts';
import { permissions } from './rules/permissions.ts';

export const emailTypes = [
  'application_confirmation',
  'application_received_notification',
  'application_status_update',
] as const;
export type EmailType = (typeof emailTypes)[number];

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
