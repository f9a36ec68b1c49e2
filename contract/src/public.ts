import { z } from 'zod';
import { email, flag, language, languages, multiline, search, textsReply, uuid } from './common.ts';
import { type FieldPurpose, fieldPurposes, fieldTypes, optionsReply, widgets } from './form-fields.ts';
import { endpoint } from './kit.ts';
import { answerValue, factsOrNull, participantStatuses, personName } from './participants.ts';
import { limits } from './rules/limits.ts';
import { days } from './rules/schedule.ts';
import { sessionStates } from './rules/timetable.ts';

const organization = z.object({
  id: z.string(),
  /** First part of its public addresses. */
  label: z.string(),
  name: z.string(),
  default_language: z.enum(languages),
  languages: z.array(z.enum(languages)),
  time_zone: z.string(),
  active: z.boolean(),
  /** Empty when the organisation publishes none. */
  email: z.string(),
  phone_number: z.string(),
  /** Without the country. */
  address: z.string(),
  /** As each language calls it. */
  country: textsReply,
  /** Whether search engines may list its pages. */
  search_indexing: z.boolean(),
});
export type PublicOrganization = z.output<typeof organization>;

const category = z.object({
  id: z.string(),
  label: z.string(),
  name: textsReply,
  description: textsReply,
  languages: z.array(z.enum(languages)),
});

const listedCategory = category.extend({
  groups_count: z.number(),
  open_count: z.number(),
  /** Youngest and oldest that its groups are for; null where one of them has no such bound. */
  age_from: z.number().nullable(),
  age_to: z.number().nullable(),
});
export type PublicCategory = z.output<typeof listedCategory>;

const card = {
  id: z.string(),
  label: z.string(),
  name: textsReply,
  description: textsReply,
  price_text: textsReply,
  languages: z.array(z.enum(languages)),
  schedule: z.array(z.object({ day: z.enum(days), start_time: z.string(), duration: z.number() })),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  apply_from: z.string().nullable(),
  apply_until: z.string().nullable(),
  age_from: z.number().nullable(),
  age_to: z.number().nullable(),
  location_name: z.string().nullable(),
  location_address: z.string().nullable(),
  leaders: z.array(z.string()),
  background_color: z.string(),
  banner_url: z.string().nullable(),
  banner_alt: textsReply,
  places: z.number().nullable(),
  taken: z.number(),
  waiting: z.number(),
  enrolment: z.enum(['open', 'waitlist', 'full', 'not_yet', 'closed', 'ended']),
};
const listedGroup = z.object(card);
export type PublicGroup = z.output<typeof listedGroup>;

/** Whether all groups that name ages are for minors: then a page asks how old the child is. */
const forChildren = z.boolean();

/** Where groups meet, to choose from. */
const place = z.object({ id: z.string(), name: z.string() });
export type PublicPlace = z.output<typeof place>;

const groupFilters = z.strictObject({
  /** Years of the person who would take part. */
  age: z
    .string()
    .regex(/^\d{1,3}$/, { error: 'invalid_value' })
    .transform(Number)
    .pipe(z.int().max(150))
    .optional(),
  day: z.enum(days).optional(),
  location_id: uuid.optional(),
  /** Those where an application gets a place, now or once applications open. */
  free_places: flag.optional(),
  /** Pages have numbers, so that they can be linked; behind the last one comes the first. */
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});
export type GroupFilters = z.output<typeof groupFilters>;

const asked = z.object({
  id: z.string(),
  type: z.enum(fieldTypes),
  widget: z.enum(widgets),
  required: z.boolean(),
  sensitive: z.boolean(),
  /** Special meaning of the answer to the application. */
  purpose: z.enum(Object.keys(fieldPurposes) as [FieldPurpose, ...FieldPurpose[]]).nullable(),
  name: textsReply,
  description: textsReply,
  options: optionsReply,
});
export type PublicField = z.output<typeof asked>;

/** A dated session of the near future. */
const dated = z.object({
  date: z.string(),
  start_time: z.string(),
  duration: z.number(),
  state: z.enum(sessionStates),
  reason: textsReply,
  moved_from: z.object({ date: z.string(), start_time: z.string() }).nullable(),
  /** Location, if it is not the group's. */
  other_location_name: z.string().nullable(),
});

const group = z.object({
  ...card,
  /** The first session that is still to take place, if that is within two months of today or of the first day. */
  next_session: dated
    .extend({
      /** Whether the group begins with it. */
      first: z.boolean(),
    })
    .nullable(),
  /** Sessions of the same two months that depart from the schedule. */
  changes: z.array(dated),
  /** An inactive one is not listed: nothing may lead there. */
  category: category.pick({ id: true, name: true }).extend({ active: z.boolean() }),
  fields: z.array(asked),
  /** Version of the privacy notice that the form links. */
  privacy_version: z.string(),
});
export type PublicGroupPage = z.output<typeof group>;

const application = z.strictObject({
  name: personName,
  email,
  ...factsOrNull,
  notes: multiline(limits.notes).default(''),
  language,
  /** By the question's id. */
  answers: z
    .record(uuid, answerValue)
    .refine((answers) => Object.keys(answers).length <= limits.fields, { error: 'too_many' })
    .default({}),
  privacy_version: z.string().min(1).max(40),
  /** Whether the waiting list will do when no place is free; without it a full group answers `group_full`. */
  accept_waitlist: z.boolean().default(false),
  /** Left empty by people; robots fill it in. */
  website: z.string().max(limits.url).default(''),
  /** Milliseconds between opening the form and sending it. */
  filled_ms: z.int().min(0),
});
export type Application = z.input<typeof application>;

const receipt = z.object({
  reference: z.string(),
  status: z.enum(participantStatuses),
  email: z.string(),
  language: z.enum(languages),
});
export type ApplicationReceipt = z.output<typeof receipt>;

const org = uuid;
const visitor = { scope: 'visitor' } as const;

export const visitors = {
  organization: endpoint({
    ...visitor,
    method: 'GET',
    path: '/public/organizations/{org}',
    summary: 'What visitors may know of an organisation',
    params: z.strictObject({ org }),
    reply: organization,
  }),
  categories: endpoint({
    ...visitor,
    method: 'GET',
    path: '/public/{org}/categories',
    summary: 'Active categories with their groups counted',
    params: z.strictObject({ org }),
    reply: z.object({ organization, for_children: forChildren, results: z.array(listedCategory) }),
  }),
  groups: endpoint({
    ...visitor,
    method: 'GET',
    path: '/public/{org}/categories/{id}/groups',
    summary: 'Published groups of a category, open ones first',
    params: z.strictObject({ org, id: uuid }),
    query: z.strictObject({ search }),
    reply: z.object({ organization, category, results: z.array(listedGroup) }),
  }),
  allGroups: endpoint({
    ...visitor,
    method: 'GET',
    path: '/public/{org}/groups',
    summary: 'Published groups of all categories by age, day, place and free places, open ones first',
    params: z.strictObject({ org }),
    query: groupFilters,
    reply: z.object({
      organization,
      for_children: forChildren,
      /** Places of all its groups, whatever the list is narrowed to. */
      locations: z.array(place),
      results: z.array(listedGroup),
      total: z.number(),
      /** The page that this is. */
      page: z.number(),
    }),
  }),
  group: endpoint({
    ...visitor,
    method: 'GET',
    path: '/public/{org}/groups/{id}',
    summary: 'A published group with the questions of its form',
    params: z.strictObject({ org, id: uuid }),
    reply: z.object({ organization, group }),
  }),
  apply: endpoint({
    ...visitor,
    method: 'POST',
    path: '/public/{org}/groups/{id}/participants',
    summary: 'Apply to a group; safe to retry with the same Idempotency-Key',
    params: z.strictObject({ org, id: uuid }),
    body: application,
    reply: receipt,
    status: 201,
    perMinute: 60,
  }),
};
