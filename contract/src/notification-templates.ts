import { z } from 'zod';
import {
  editedReply,
  flag,
  language,
  languages,
  line,
  listQuery,
  multiline,
  name,
  pageOf,
  params,
  several,
  statusBody,
  textsReply,
  uuid,
  version,
} from './common.ts';
import { endpoint } from './kit.ts';
import { emailTypes, emailVariants } from './rules/email-types.ts';
import { permissions } from './rules/permissions.ts';
import { participantStatuses } from './rules/statuses.ts';
import { lineTexts, longTexts, sectionLabels, templateLimits, templateSections } from './rules/templates.ts';

export { type EmailType, emailTypes } from './rules/email-types.ts';

const eachOf = <const Names extends readonly string[], T extends z.ZodType>(names: Names, one: T) =>
  Object.fromEntries(names.map((each) => [each, one])) as Record<Names[number], T>;
const eachText = <const Limits extends object, T extends z.ZodType>(
  limits: Limits,
  one: (limit: number) => T,
) =>
  Object.fromEntries(Object.entries(limits).map(([field, limit]) => [field, one(limit as number)])) as Record<
    keyof Limits,
    T
  >;

const variant = z
  .strictObject({
    subject: line(lineTexts.subject),
    header_text: line(lineTexts.header_text),
    main_message: multiline(longTexts.main_message),
  })
  .partial();

/** What an organisation says itself in one language; a text that is missing or empty is in the system's words. */
const translation = z
  .strictObject({
    ...eachText(lineTexts, line),
    ...eachText(longTexts, multiline),
    next_steps: z.strictObject(eachOf(participantStatuses, multiline(templateLimits.nextSteps))).partial(),
    section_labels: z.strictObject(eachOf(sectionLabels, line(templateLimits.label))).partial(),
    ...eachOf(emailVariants, variant),
  })
  .partial();
export const templateContent = {
  translations: z.strictObject(eachOf(languages, translation)).partial(),
  sections: z.strictObject(eachOf(templateSections, z.boolean())).partial(),
};

const createBody = z
  .strictObject({ name, email_type: z.enum(emailTypes), ...templateContent, is_default: z.boolean() })
  .partial()
  .required({ name: true, email_type: true });
const updateBody = z
  .strictObject({ name, ...templateContent, is_default: z.boolean(), version })
  .partial()
  .required({ version: true });

const words = z.record(z.string(), z.string());
const translationReply = z.object({
  ...eachText(lineTexts, () => z.string()),
  ...eachText(longTexts, () => z.string()),
  next_steps: words,
  section_labels: words,
  /** Of variants that the type has. */
  ...eachOf(emailVariants, words.optional()),
});
const ownReply = translationReply.partial();
const contentReply = {
  translations: z.object(eachOf(languages, ownReply)).partial(),
  sections: z.object(eachOf(templateSections, z.boolean())).partial(),
};

const listed = z.object({
  id: z.string(),
  name: z.string(),
  email_type: z.enum(emailTypes),
  system: z.boolean(),
  active: z.boolean(),
  /** Whether groups that chose none use it. */
  is_default: z.boolean(),
  /** Whether the organisation sends mails of its type at all. */
  sent: z.boolean(),
  version: z.number(),
  updated_at: z.string(),
  /** How many groups in scope chose it. */
  groups_count: z.number(),
  /** Of each language that the organisation offers: texts of one's own, and those that only another language has. */
  languages: z.array(z.object({ language, worded: z.number(), missing: z.array(z.string()) })),
});
export type TemplateSummary = z.output<typeof listed>;

const reply = listed.extend({
  ...editedReply,
  ...contentReply,
  /** The system's words, which fill in for what a template doesn't say. */
  original: z.object(eachOf(languages, translationReply)),
  /** Where the system says it differently for each status. */
  original_by_status: z
    .object(
      eachOf(languages, z.record(z.string(), z.object({ subject: z.string(), header_text: z.string() }))),
    )
    .nullable(),
  placeholders: z.array(z.string()),
  /** Those that long texts may mention besides; a line that mentions one where it is not known is left out. */
  text_placeholders: z.array(z.string()),
  /** The groups in scope that chose it; at most a hundred. */
  groups: z.array(z.object({ id: z.string(), name: textsReply, active: z.boolean() })),
});
export type Template = z.output<typeof reply>;

const versionReply = z.object({
  id: z.string(),
  number: z.number(),
  created_at: z.string(),
  /** Who saved it. */
  saved_by: z.string(),
  /** Number of the version that it brought back. */
  restored: z.number().nullable(),
  name: z.string(),
  ...contentReply,
  /** What it changed; of the first, what it said otherwise than the system. */
  changes: z.array(
    z.object({ field: z.string(), language: language.nullable(), from: z.string(), to: z.string() }),
  ),
});
export type TemplateVersion = z.output<typeof versionReply>;

const read = { scope: 'organization', rank: permissions['templates.read'] } as const;
const manage = { scope: 'organization', rank: permissions['templates.manage'] } as const;
const path = '/notification-templates';

export const notification_templates = {
  list: endpoint({
    withSession: true,
    ...read,
    method: 'GET',
    path,
    summary: 'Notification templates by name',
    query: z.strictObject({
      ...listQuery,
      email_type: several(z.enum(emailTypes)).optional(),
      active: flag.optional(),
    }),
    reply: pageOf(listed),
  }),
  create: endpoint({
    ...manage,
    method: 'POST',
    path,
    summary: 'Add a template; what it does not say is in the system’s words',
    body: createBody,
    reply,
    status: 201,
  }),
  get: endpoint({ ...manage, method: 'GET', path: `${path}/{id}`, summary: 'One template', params, reply }),
  update: endpoint({
    ...manage,
    method: 'PATCH',
    path: `${path}/{id}`,
    summary: 'Change a template of one’s own; a change of its words is a new version',
    params,
    body: updateBody,
    reply,
  }),
  setStatus: endpoint({
    ...manage,
    method: 'PATCH',
    path: `${path}/{id}/status`,
    summary:
      'Activate or deactivate a template; mails of groups that chose an inactive one are in the default’s words',
    params,
    body: statusBody,
    reply,
  }),
  remove: endpoint({
    ...manage,
    method: 'DELETE',
    path: `${path}/{id}`,
    summary: 'Delete a template that no group uses, or whose groups get another one',
    params,
    query: z.strictObject({
      /** The template that its groups get, or `default` for the organisation’s. */
      instead: z.union([z.literal('default'), uuid]).optional(),
    }),
    reply: null,
  }),
  versions: endpoint({
    ...manage,
    method: 'GET',
    path: `${path}/{id}/versions`,
    summary: 'What a template said before, the latest first, with what each version changed',
    params,
    query: z.strictObject(listQuery),
    reply: pageOf(versionReply),
  }),
  restore: endpoint({
    ...manage,
    method: 'POST',
    path: `${path}/{id}/restore`,
    summary: 'Bring an earlier version back, as a new one',
    params,
    body: z.strictObject({ number: z.int().min(1), version }),
    reply,
  }),
};
