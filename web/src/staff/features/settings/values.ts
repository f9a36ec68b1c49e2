import type { Language } from '@vpisnik/contract/common';
import { type Organization, type OrganizationProfile, organizations } from '@vpisnik/contract/organizations';
import type { FieldError } from '@vpisnik/contract/rules/errors';
import { changedProfileProblems } from '@vpisnik/contract/rules/profile-rules';
import type { Api } from '../../../lib/api.ts';
import { problemsOfBody } from '../../../lib/form/problems.ts';

export const profileFields = [
  'company_name',
  'address',
  'postal_code',
  'city',
  'country',
  'vat_id',
  'phone_number',
] as const satisfies (keyof OrganizationProfile)[];

export type ProfileField = (typeof profileFields)[number];

export type SettingsValues = {
  name: string;
  /** Empty publishes none. */
  contact_email: string;
  /** First part of the public addresses. */
  label: string;
  languages: Language[];
  default_language: Language;
  time_zone: string;
  currency: string;
  queue_digest: boolean;
  search_indexing: boolean;
  /** Typed text, one site per line. */
  embed_origins: string;
  profile: Record<ProfileField, string>;
};

/** The settings of an organisation as the form edits them. */
export function valuesOf(organization: Organization): SettingsValues {
  const { name, label, languages, default_language, time_zone, currency } = organization;
  const { contact_email, queue_digest, search_indexing, embed_origins, profile } = organization;
  return {
    name,
    contact_email: contact_email ?? '',
    label,
    languages: [...languages],
    default_language,
    time_zone,
    currency,
    queue_digest,
    search_indexing,
    embed_origins: embed_origins.join('\n'),
    profile: Object.fromEntries(profileFields.map((field) => [field, profile[field] ?? ''])) as Record<
      ProfileField,
      string
    >,
  };
}

/** The origins of the sites that are typed: of an address only the site counts, and TLS goes without saying. */
function originsOf(typed: string): string[] {
  const sites = typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => (line.includes('://') ? line : `https://${line}`));
  return [...new Set(sites.map((site) => (URL.canParse(site) ? new URL(site).origin : site)))];
}

/** Request body of the form. */
const wireOf = (values: SettingsValues) => ({
  ...values,
  contact_email: values.contact_email.trim() || null,
  embed_origins: originsOf(values.embed_origins),
});

/**
 * Everything that is wrong with the form, by the contract's own schemas and rules; whether a phone number is one, the
 * server knows.
 */
export function problemsOf(values: SettingsValues, saved: Organization): FieldError[] {
  const { languages, default_language: first, profile } = values;
  const problems = problemsOfBody(organizations.update.body, { ...wireOf(values), version: 1 }, [
    ...(languages.length > 0 ? [] : [{ path: 'languages', code: 'language_required' }]),
    ...(languages.includes(first) ? [] : [{ path: 'default_language', code: 'language_not_offered' }]),
    ...changedProfileProblems(saved.profile, profile),
  ]);
  const isSite = ({ path }: FieldError) => fieldOf(path) === 'embed_origins';
  return [
    ...problems
      .filter((problem) => !isSite(problem))
      .map((problem) =>
        problem.path === 'profile.phone_number' ? { ...problem, code: 'invalid_phone' } : problem,
      ),
    // one of the sites is enough: all have one field
    ...problems.filter(isSite).slice(0, 1),
  ];
}

/** The field of a path of the body: all sites are typed into one. */
export const fieldOf = (path: string): string => (path.startsWith('embed_origins') ? 'embed_origins' : path);

/** Saves what has changed, all of it or nothing. */
export function saveSettings(
  api: Api,
  values: SettingsValues,
  fields: readonly (keyof SettingsValues)[],
  { version }: Organization,
): Promise<Organization> {
  const body = Object.fromEntries(
    Object.entries(wireOf(values)).filter(([name]) => fields.includes(name as keyof SettingsValues)),
  );
  return api.organizations.update({ body: { ...body, version } });
}
