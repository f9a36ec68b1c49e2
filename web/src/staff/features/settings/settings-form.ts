import type { Language } from '@vpisnik/contract/common';
import type { FieldError } from '@vpisnik/contract/errors';
import { type Organization, type OrganizationProfile, organizations } from '@vpisnik/contract/organizations';
import type { Api } from '../../../lib/api.ts';
import { problemsOfBody } from '../../../lib/entity-form.ts';

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
  languages: Language[];
  default_language: Language;
  time_zone: string;
  search_indexing: boolean;
  /** As it is typed: a site a line. */
  embed_origins: string;
  profile: Record<ProfileField, string>;
};

/** The settings of an organisation as the form edits them. */
export function valuesOf(organization: Organization): SettingsValues {
  const { name, languages, default_language, time_zone, search_indexing, embed_origins, profile } =
    organization;
  return {
    name,
    languages: [...languages],
    default_language,
    time_zone,
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

/** Everything that is wrong with the form, by the contract's own schemas. */
export function problemsOf({ profile, ...values }: SettingsValues): FieldError[] {
  const { languages, default_language: first } = values;
  const body = { ...values, embed_origins: originsOf(values.embed_origins), version: 1 };
  const own = problemsOfBody(organizations.update.body, body, [
    ...(languages.length > 0 ? [] : [{ path: 'languages', code: 'language_required' }]),
    ...(languages.includes(first) ? [] : [{ path: 'default_language', code: 'language_not_offered' }]),
  ]);
  const inProfile = problemsOfBody(organizations.setProfile.body, { profile }).map((problem) =>
    problem.path === 'profile.phone_number' && problem.code === 'invalid_value'
      ? { ...problem, code: 'invalid_phone' }
      : problem,
  );
  // all sites are typed into one field
  const framing = own.find(({ path }) => path.startsWith('embed_origins'));
  return [
    ...own.filter(({ path }) => !path.startsWith('embed_origins')),
    ...(framing ? [{ ...framing, path: 'embed_origins' }] : []),
    ...inProfile,
  ];
}

/** Saves what has changed: the organisation first, then its profile, which is a call of its own. */
export async function saveSettings(
  api: Api,
  { profile, ...values }: SettingsValues,
  fields: readonly (keyof SettingsValues)[],
  base: Organization,
): Promise<Organization> {
  const own = Object.fromEntries(
    Object.entries({ ...values, embed_origins: originsOf(values.embed_origins) }).filter(([name]) =>
      fields.includes(name as keyof SettingsValues),
    ),
  );
  let saved = base;
  if (Object.keys(own).length > 0)
    saved = await api.organizations.update({ body: { ...own, version: saved.version } });
  if (fields.includes('profile')) {
    const { id, version } = saved;
    saved = await api.organizations.setProfile({ params: { id }, body: { profile, version } });
  }
  return saved;
}
