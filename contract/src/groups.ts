import { z } from 'zod';
import {
  day,
  editedReply,
  flag,
  instant,
  type Language,
  label,
  languageList,
  languages,
  listQuery,
  missingTexts,
  nameTexts,
  pageOf,
  params,
  search,
  several,
  type Texts,
  texts,
  textsReply,
  uuid,
  version,
} from './common.ts';
import {
  type FieldType,
  question,
  questionProblems,
  questionReply,
  widgets,
  widgetsOf,
} from './form-fields.ts';
import { endpoint } from './kit.ts';
import { emailTypes } from './notification-templates.ts';
import { offerSettings } from './offer-settings.ts';
import type { FieldError } from './rules/errors.ts';
import { recipients } from './rules/groups.ts';
import { limits } from './rules/limits.ts';
import { offerModes } from './rules/offers.ts';
import { permissions } from './rules/permissions.ts';
import { allGroupsWord } from './rules/public-addresses.ts';
import type { Rank } from './rules/roles.ts';
import { days, overlaps, type Slot } from './rules/schedule.ts';
import { periods } from './rules/statuses.ts';

export { emptyGroup, groupColors, recipients } from './rules/groups.ts';
export { periods } from './rules/statuses.ts';
export { groupName } from './rules/texts.ts';

/** A local time of day, "HH:MM". */
export const startTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'invalid_time' });

/** One meeting of the week; minutes. It may end after midnight. */
export const slot = z.strictObject({
  day: z.enum(days),
  start_time: startTime,
  duration: z.int().min(5).max(1440),
});

/** One question of the form: picked from the catalogue, or the group's own. */
const field = z.strictObject({
  id: uuid.optional(),
  form_field_id: uuid.nullable().default(null),
  question: question.nullable().default(null),
  widget: z.enum(widgets),
  required: z.boolean(),
});

const emailSetting = z.strictObject({
  enabled: z.boolean(),
  template_id: uuid.nullable(),
  recipient: z.enum(recipients),
});

/** A label that is no word of the organisation's own addresses. */
const groupLabel = label.refine((word) => word !== allGroupsWord, { error: 'label_reserved' });

const fields = {
  label: groupLabel,
  name: nameTexts,
  description: texts,
  price_text: nameTexts,
  languages: languageList,
  category_id: uuid,
  location_id: uuid.nullable(),
  leader_ids: z.array(uuid).max(limits.leaders),
  start_date: day.nullable(),
  end_date: day.nullable(),
  apply_from: instant.nullable(),
  apply_until: instant.nullable(),
  age_from: z.int().min(0).max(150).nullable(),
  age_to: z.int().min(0).max(150).nullable(),
  capacity: z.int().min(1).max(limits.capacity).nullable(),
  when_full: z.enum(['waitlist', 'close']),
  ...offerSettings,
  schedule: z.array(slot).max(limits.slots),
  background_color: z
    .string()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, { error: 'invalid_color' }),
  banner_id: uuid.nullable(),
  banner_alt: nameTexts,
  fields: z.array(field).max(limits.fields),
  email_settings: z.partialRecord(z.enum(emailTypes), emailSetting),
};

const createBody = z
  .strictObject(fields)
  .partial()
  .required({ label: true, name: true, languages: true, category_id: true });
/** Participants and leaders are told of it, with a few words of one's own. */
const notice = z.strictObject({ note: nameTexts.default({}) });
const updateBody = z
  .strictObject({ ...fields, notice, version })
  .partial()
  .required({ version: true });

/** Publishing fetches a group back from where it was put; putting it away hides it. */
const statusBody = z
  .strictObject({
    active: z.boolean(),
    accept_applications: z.boolean(),
    archived: z.boolean(),
    /** That the group is cancelled: only told when this call archives it. */
    notice,
    version,
  })
  .partial()
  .refine(({ version: _, notice: __, ...body }) => Object.values(body).some((value) => value !== undefined), {
    error: 'required',
  })
  .refine((body) => !(body.active && body.archived), { error: 'invalid_value', path: ['archived'] });

const copyBody = z.strictObject({
  label: groupLabel,
  name: nameTexts,
  /** Days by which all dates of the copy are later; negative: earlier. */
  shift_days: z.int().min(-limits.shiftDays).max(limits.shiftDays).default(0),
});

/** An editor (rank 2) may change texts, schedule, dates, banner, colour and the order of the form; the rest is rank 3. */
const fieldRanks: Partial<Record<keyof typeof fields, Rank>> = {
  label: 3,
  languages: 3,
  category_id: 3,
  location_id: 3,
  leader_ids: 3,
  apply_from: 3,
  apply_until: 3,
  age_from: 3,
  age_to: 3,
  capacity: 3,
  when_full: 3,
  offer_mode: 3,
  offer_hours: 3,
  email_settings: 3,
};

export const slotReply = z.object({ day: z.enum(days), start_time: z.string(), duration: z.number() });
const enrolment = z.enum(['open', 'waitlist', 'full', 'not_yet', 'closed', 'ended']);

const summary = {
  ...editedReply,
  label: z.string(),
  name: textsReply,
  languages: z.array(z.enum(languages)),
  active: z.boolean(),
  accept_applications: z.boolean(),
  category_id: z.string(),
  category_name: textsReply,
  location_id: z.string().nullable(),
  location_name: z.string().nullable(),
  leaders: z.array(z.object({ id: z.string(), name: z.string() })),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  apply_from: z.string().nullable(),
  apply_until: z.string().nullable(),
  age_from: z.number().nullable(),
  age_to: z.number().nullable(),
  capacity: z.number().nullable(),
  when_full: z.string(),
  schedule: z.array(slotReply),
  background_color: z.string(),
  /** When it was put away; null while lists show it. */
  archived_at: z.string().nullable(),
  /** Name of the account that last changed it; null if unknown. */
  updated_by: z.string().nullable(),
  /** The limit in force: the group's own, else its location's; null when there is none. */
  places: z.number().nullable(),
  taken: z.number(),
  /** Of those taken, places offered to people in the queue. */
  offered: z.number(),
  waiting: z.number(),
  pending: z.number(),
  enrolment,
};

const listed = z.object(summary);
const reply = z.object({
  ...summary,
  description: textsReply,
  price_text: textsReply,
  leader_ids: z.array(z.string()),
  offer_mode: z.enum(offerModes),
  offer_hours: z.number(),
  banner_id: z.string().nullable(),
  banner_alt: textsReply,
  banner_url: z.string().nullable(),
  participants_count: z.number(),
  fields: z.array(
    z.object({
      id: z.string(),
      form_field_id: z.string().nullable(),
      question: questionReply.nullable(),
      widget: z.enum(widgets),
      required: z.boolean(),
    }),
  ),
  email_settings: z.record(
    z.enum(emailTypes),
    z.object({ enabled: z.boolean(), template_id: z.string().nullable(), recipient: z.enum(recipients) }),
  ),
});

export type GroupSummary = z.output<typeof listed>;
export type Group = z.output<typeof reply>;
export type GroupInput = z.input<typeof createBody>;
export type GroupFieldInput = z.input<typeof field>;

type Whole = {
  languages: readonly Language[];
  name: Texts;
  schedule: readonly Slot[];
  start_date: string | null;
  end_date: string | null;
  apply_from: string | null;
  apply_until: string | null;
  age_from: number | null;
  age_to: number | null;
  fields: readonly GroupFieldInput[];
};

/** A catalogue field as far as a group's form must know it. */
type Picked = { id: string; type: string; languages: readonly string[] };

/**
 * Problems of a group across fields: texts missing in its languages, reversed ranges, overlapping slots, and questions
 * that lack one of the languages or have an unsuitable widget.
 */
export function groupProblems(group: Whole, catalogue: readonly Picked[]): FieldError[] {
  const problems: FieldError[] = missingTexts('name', group.name, group.languages).map((path) => ({
    path,
    code: 'required',
  }));
  if (group.start_date && group.end_date && group.end_date < group.start_date)
    problems.push({ path: 'end_date', code: 'before_start' });
  if (group.apply_from && group.apply_until && new Date(group.apply_until) <= new Date(group.apply_from))
    problems.push({ path: 'apply_until', code: 'before_start' });
  if (group.age_from !== null && group.age_to !== null && group.age_to < group.age_from)
    problems.push({ path: 'age_to', code: 'below_minimum' });
  problems.push(...overlaps(group.schedule));
  group.fields.forEach((one, at) => {
    problems.push(...fieldProblems(one, `fields.${at}`, group.languages, catalogue));
  });
  return problems;
}

function fieldProblems(
  field: GroupFieldInput,
  path: string,
  offered: readonly Language[],
  catalogue: readonly Picked[],
): FieldError[] {
  if ((field.form_field_id == null) === (field.question == null))
    return [{ path, code: 'field_or_question' }];
  const suits = (type: string) => widgetsOf[type as FieldType]?.includes(field.widget);
  if (field.question) {
    const problems = questionProblems(field.question, offered).map((problem) => ({
      ...problem,
      path: `${path}.question.${problem.path}`,
    }));
    return suits(field.question.type)
      ? problems
      : [...problems, { path: `${path}.widget`, code: 'widget_unsuitable' }];
  }
  const picked = catalogue.find((one) => one.id === field.form_field_id);
  if (!picked) return [{ path: `${path}.form_field_id`, code: 'unknown_field' }];
  const lacking = offered.filter((one) => !picked.languages.includes(one));
  return [
    ...lacking.map((one) => ({ path: `${path}.form_field_id`, code: `field_lacks_language_${one}` })),
    ...(suits(picked.type) ? [] : [{ path: `${path}.widget`, code: 'widget_unsuitable' }]),
  ];
}

const manage = { scope: 'organization', rank: permissions['groups.manage'] } as const;
const read = { scope: 'organization', rank: permissions['groups.read'] } as const;

export const groups = {
  list: endpoint({
    withSession: true,
    ...read,
    method: 'GET',
    path: '/groups',
    summary: 'Groups in scope',
    query: z.strictObject({
      ...listQuery,
      search,
      category_id: several(uuid).optional(),
      location_id: several(uuid).optional(),
      leader_id: several(uuid).optional(),
      active: flag.optional(),
      accept_applications: flag.optional(),
      /** Whether an application now would be accepted or waitlisted; false for hidden groups. */
      accepting: flag.optional(),
      /** Only those put away, or only the others. */
      archived: flag.optional(),
      /** Whether a place is free; a group without a limit always has one. */
      free_places: flag.optional(),
      /** Position of today relative to the group's dates; a group without dates is current. */
      period: several(z.enum(periods)).optional(),
      /** Groups that meet between these days, or could. */
      from: day.optional(),
      to: day.optional(),
      sort: z
        .enum(['name', '-name', 'start_date', '-start_date', 'created_at', '-created_at'])
        .default('name'),
      /** The language whose names `sort=name` goes by. */
      language: z.enum(languages).default('sl'),
    }),
    reply: pageOf(listed),
  }),
  create: endpoint({
    ...manage,
    method: 'POST',
    path: '/groups',
    summary: 'Add a group; it starts inactive',
    body: createBody,
    reply,
    status: 201,
  }),
  get: endpoint({
    withSession: true,
    ...read,
    method: 'GET',
    path: '/groups/{id}',
    summary: 'One group',
    params,
    reply,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/groups/{id}',
    summary: 'Change a group',
    scope: 'organization',
    rank: permissions['groups.edit'],
    fieldRanks,
    params,
    body: updateBody,
    reply,
  }),
  setStatus: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/groups/{id}/status',
    summary: 'Publish or hide a group, open or close its applications, put it away or fetch it back',
    params,
    body: statusBody,
    reply,
  }),
  copy: endpoint({
    ...manage,
    method: 'POST',
    path: '/groups/{id}/copies',
    summary:
      'Add a group like this one, perhaps some days later; it starts inactive and without participants',
    params,
    body: copyBody,
    reply,
    status: 201,
  }),
  answers: endpoint({
    ...manage,
    method: 'GET',
    path: '/groups/{id}/answers',
    summary: "How many participants have answered each question of a group, by the question's id",
    params,
    reply: z.object({ results: z.array(z.object({ field_id: z.string(), count: z.number() })) }),
  }),
  remove: endpoint({
    ...manage,
    method: 'DELETE',
    path: '/groups/{id}',
    summary: 'Delete a group without participants',
    params,
    reply: null,
  }),
};
