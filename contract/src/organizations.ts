import { z } from 'zod';
import { schoolBreaks } from './closures.ts';
import {
  editedReply,
  email,
  label,
  language,
  languageList,
  languages,
  line,
  listQuery,
  name,
  pageOf,
  params,
  phone,
  search,
  statusBody,
  uuid,
  version,
} from './common.ts';
import { endpoint } from './kit.ts';
import { personName } from './participants.ts';
import { countries } from './rules/countries.ts';
import { limits } from './rules/limits.ts';
import { uses } from './rules/organization-use.ts';
import { permissions } from './rules/permissions.ts';
import { reservedLabels } from './rules/public-addresses.ts';
import { roles } from './rules/roles.ts';
import { organizationStates } from './rules/statuses.ts';

export type { Use } from './rules/organization-use.ts';
export { organizationStates } from './rules/statuses.ts';

const profile = z
  .strictObject({
    phone_number: z.union([phone, z.literal('')]),
    company_name: line(limits.name),
    address: line(limits.shortText),
    city: line(limits.name),
    postal_code: line(20),
    /** Two letters of ISO 3166-1. */
    country: z
      .string()
      .refine((code) => code === '' || countries.includes(code), { error: 'invalid_country' }),
    vat_id: line(30),
  })
  .partial();

const profileReply = z.object({
  phone_number: z.string().optional(),
  company_name: z.string().optional(),
  address: z.string().optional(),
  city: z.string().optional(),
  postal_code: z.string().optional(),
  country: z.string().optional(),
  vat_id: z.string().optional(),
});

const reply = z.object({
  ...editedReply,
  name: z.string(),
  /** First part of its public addresses. */
  label: z.string(),
  owner_email: z.string(),
  /** Where visitors can write: on the public pages, and where answers to mails go; null publishes none. */
  contact_email: z.string().nullable(),
  default_language: z.enum(languages),
  languages: z.array(z.enum(languages)),
  time_zone: z.string(),
  currency: z.string(),
  embed_origins: z.array(z.string()),
  search_indexing: z.boolean(),
  /** Roles whose people sign in with a second factor. */
  second_factor_roles: z.array(z.string()),
  /** Whether work-free days of Slovenia take sessions out, and the school breaks of which part of it. */
  public_holidays: z.boolean(),
  school_breaks: z.enum(schoolBreaks),
  /** Whether those who may decide are told once a day how the queues of their groups stand. */
  queue_digest: z.boolean(),
  active: z.boolean(),
  setup_completed: z.boolean(),
  profile: profileReply,
  /** Deleted: until this moment it can be restored. */
  delete_after: z.string().nullable(),
});

const numbers = z.object({
  groups: z.number(),
  participants: z.number(),
  users: z.number(),
  last_activity_at: z.string().nullable(),
  /** When the numbers were counted; requests read them and never count. */
  counted_at: z.string(),
});

const listed = reply.extend({
  /** Null until it is counted for the first time. */
  numbers: numbers.nullable(),
  deletion: z.object({ requested_by: z.string(), requested_at: z.string() }).nullable(),
});
export type ListedOrganization = z.output<typeof listed>;

const use = z.object({
  id: z.string(),
  name: z.string(),
  active: z.boolean(),
  participants: z.number(),
  /** Of pictures, attachments and archives. */
  file_bytes: z.number(),
  /** Of the last thirty days: requests, milliseconds of the database, and mails that have left. */
  requests: z.number(),
  database_ms: z.number(),
  mails: z.number(),
  counted_at: z.string(),
});
export type OrganizationUse = z.output<typeof use>;

/** Days for which an organisation that was deleted can be restored. */
export const restorableDays = 30;

/** Whether the name typed to confirm a deletion is the organisation's. */
export function isNameOf({ name }: { name: string }, typed: string): boolean {
  return asSeen(typed) === asSeen(name);
}

/** Normalises a name to its visible form: repeated spaces and invisible characters can't be typed from a page. */
const asSeen = (text: string) =>
  text
    .normalize()
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();

/** Whether a text is the origin of a site with TLS, as a browser writes it: `https://www.primer.si`. */
function isEmbedOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin, hostname } = new URL(text);
  return protocol === 'https:' && origin === text && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname);
}

export type Organization = z.output<typeof reply>;
export type OrganizationProfile = z.input<typeof profile>;

/**
 * Names of the IANA database by area. Offsets and abbreviations, which `Intl` knows too, are others to PostgreSQL, or none: it
 * reads `+02:00` with the other sign, and a statement about all organisations fails at one with `+0200`.
 */
const zoneNames =
  /^(UTC|(Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Etc|Europe|Indian|Pacific)(\/[\w+-]+){1,2})$/;

const zone = line(64).refine(
  (value) => {
    if (!zoneNames.test(value)) return false;
    try {
      return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone.length > 0;
    } catch {
      return false;
    }
  },
  { error: 'invalid_time_zone' },
);

const currency = z
  .string()
  .refine((code) => Intl.supportedValuesOf('currency').includes(code), { error: 'invalid_currency' });

/** Sites that may show the public pages in a frame; each as an origin, nothing more. */
const embedOrigins = z
  .array(z.string().max(limits.shortText).refine(isEmbedOrigin, { error: 'invalid_origin' }))
  .max(limits.origins)
  .refine((list) => new Set(list).size === list.length, { error: 'duplicate' });

/** A platform ADMIN needs one in any case, and belongs to no organisation. */
const secondFactorRoles = z
  .array(z.enum(roles).exclude(['ADMIN']))
  .max(roles.length)
  .refine((list) => new Set(list).size === list.length, { error: 'duplicate' });

/** A label that is no word of an address of our own. */
const organizationLabel = label.refine((word) => !reservedLabels.includes(word), { error: 'label_reserved' });

const manage = { scope: 'organization', rank: permissions['settings.manage'] } as const;
const platform = { scope: 'account', rank: permissions['organizations.manage'] } as const;

export const organizations = {
  me: endpoint({
    withSession: true,
    scope: 'account',
    rank: 1,
    method: 'GET',
    path: '/organizations/me',
    summary: 'The organisation one works in; null for an ADMIN who has chosen none',
    reply: reply.nullable(),
  }),
  list: endpoint({
    ...platform,
    method: 'GET',
    path: '/organizations',
    summary: 'All organisations',
    query: z.strictObject({ ...listQuery, search, state: z.enum(organizationStates).optional() }),
    reply: pageOf(listed),
  }),
  heaviest: endpoint({
    ...platform,
    method: 'GET',
    path: '/organizations/heaviest',
    summary: 'The organisations that use most of something, as it was last counted',
    query: z.strictObject({ by: z.enum(uses) }),
    reply: z.array(use),
  }),
  create: endpoint({
    ...platform,
    method: 'POST',
    path: '/organizations',
    summary: 'Add an organisation; its owner is mailed an invitation as its first administrator',
    body: z.strictObject({ name, owner_name: personName, owner_email: email, default_language: language }),
    reply,
    status: 201,
  }),
  get: endpoint({
    ...manage,
    scope: 'account',
    method: 'GET',
    path: '/organizations/{id}',
    summary: "One's own organisation; any for a platform ADMIN who has chosen none",
    params,
    reply,
  }),
  update: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/organizations',
    summary: "Change one's organisation",
    body: z
      .strictObject({
        id: uuid,
        name,
        contact_email: email.nullable(),
        label: organizationLabel,
        default_language: language,
        languages: languageList,
        time_zone: zone,
        currency,
        embed_origins: embedOrigins,
        search_indexing: z.boolean(),
        second_factor_roles: secondFactorRoles,
        public_holidays: z.boolean(),
        school_breaks: z.enum(schoolBreaks),
        queue_digest: z.boolean(),
        /** Whether people of the groups whose dates another choice of holidays and breaks changes are told. */
        notify: z.boolean(),
        setup_completed: z.boolean(),
        profile,
        version,
      })
      .partial()
      .required({ version: true }),
    reply,
  }),
  setProfile: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/organizations/{id}/profile',
    summary: "Change one's organisation's profile",
    params,
    body: z.strictObject({ profile, version: version.optional() }),
    reply,
  }),
  ownerChange: endpoint({
    ...manage,
    method: 'GET',
    path: '/organizations/{id}/owner-changes',
    summary: 'The new owner address that waits for its confirmation; null when none does',
    params,
    reply: z
      .object({
        email: z.string(),
        /** Name of the requester. */
        requested_by: z.string(),
        requested_at: z.string(),
      })
      .nullable(),
  }),
  cancelOwnerChange: endpoint({
    ...manage,
    method: 'DELETE',
    path: '/organizations/{id}/owner-changes',
    summary: 'Take the proposal of a new owner address back; its link works no more',
    params,
    reply: null,
  }),
  requestOwnerChange: endpoint({
    ...manage,
    method: 'POST',
    path: '/organizations/{id}/owner-changes',
    summary:
      'Mail a link to a new owner address, instead of an earlier one; the change counts when it is followed, and the old one is told',
    params,
    body: z.strictObject({ email }),
    reply: null,
  }),
  setStatus: endpoint({
    ...platform,
    method: 'PATCH',
    path: '/organizations/{id}/status',
    summary: 'Activate or deactivate an organisation',
    params,
    body: statusBody,
    reply,
  }),
  remove: endpoint({
    ...platform,
    method: 'DELETE',
    path: '/organizations/{id}',
    summary:
      'Shut an organisation whose name was typed, and remove everything of it when thirty days have passed',
    params,
    body: z.strictObject({ confirm_name: line(limits.name) }),
    reply: null,
  }),
  restore: endpoint({
    ...platform,
    method: 'POST',
    path: '/organizations/{id}/restore',
    summary: 'Take a deletion back; the organisation is active again if it was',
    params,
    reply,
  }),
};
