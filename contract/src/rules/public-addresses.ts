/** Short addresses of public pages: `/{organization}`, `/{organization}/{group}` by label, and `/{organization}/groups`. */

/**
 * Words that no organisation may take as its label: each is the first part of an address of the server or of the staff
 * app, or is kept for one to come. `app.reserved_labels()` holds the same words; a test compares them, and the routes.
 */
export const reservedLabels: readonly string[] = [
  'account',
  'activation',
  'activity',
  'admin',
  'api',
  'assets',
  'attendance',
  'auth',
  'billing',
  'categories',
  'dashboard',
  'data-processing-agreement',
  'disabled',
  'docs',
  'email-change',
  'embed',
  'families',
  'files',
  'form-fields',
  'groups',
  'healthz',
  'help',
  'import-templates',
  'imports',
  'installation',
  'invitation',
  'locations',
  'login',
  'logout',
  'mailbox',
  'messages',
  'metrics',
  'my',
  'notifications',
  'oidc',
  'organizations',
  'owner-change',
  'participants',
  'payments',
  'preview',
  'privacy-policy',
  'public',
  'readyz',
  'register',
  'register-success',
  'required-password-change',
  'reset-password',
  'settings',
  'setup',
  'static',
  'statistics',
  'status',
  'terms-and-conditions',
  'unsubscribe',
  'users',
  'vpisnik',
  'www',
];

/** Stands in place of a group's label for the list of all groups; no group may take it. A check of the table has it too. */
export const allGroupsWord = 'groups';

type Labelled = { label: string };

/** The programmes of an organisation. */
export const programmesPath = (organization: Labelled) => `/${organization.label}`;

/** All groups of an organisation. */
export const allGroupsPath = (organization: Labelled) => `/${organization.label}/${allGroupsWord}`;

/** A group with its application form. */
export const applicationPath = (organization: Labelled, group: Labelled) =>
  `/${organization.label}/${group.label}`;

/** Labels as an address names them; without a group it is the organisation's page, with `groups` its list of all groups. */
export type PublicAddress = { organization: string; group: string | null };

const slug = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether the first part of a path is kept for pages that are no organisation's. */
export const isReservedPath = (path: string): boolean =>
  path === '/' || reservedLabels.includes(path.split('/')[1] ?? '');

/** The labels of a path of one or two parts; null for any other path. Case is left to the caller. */
export function publicAddressOf(path: string): PublicAddress | null {
  const [, organization = '', group = null, ...more] = path.split('/');
  if (more.length > 0 || !slug.test(organization) || isReservedPath(path)) return null;
  return group === null || slug.test(group) ? { organization, group } : null;
}
