import { type Rank, type Role, rankOf } from './roles.ts';

/** The one table of who may do what: the lowest rank that may. Scope (which groups) is decided on the server. */
export const permissions = {
  'dashboard.view': 1,
  'groups.read': 1,
  'groups.edit': 2,
  'groups.manage': 3,
  'files.upload': 2,
  'participants.read': 1,
  'participants.decide': 2,
  'participants.manage': 3,
  'participants.list': 4,
  'participants.bulk_delete': 4,
  'participants.delete_notes': 4,
  'participants.merge': 4,
  /** Of families whose members are all in scope. */
  'families.manage': 3,
  'answers.read_sensitive': 3,
  'payments.manage': 3,
  /** Of the whole organisation: what a bank tells is of no group. */
  'statements.manage': 4,
  /** Sums of the whole organisation. */
  'payments.report': 4,
  'catalogue.read': 1,
  'locations.manage': 4,
  'categories.manage': 4,
  'templates.read': 3,
  'templates.manage': 4,
  'leaders.read': 3,
  'mails.manage': 4,
  'users.manage': 4,
  'settings.manage': 4,
  'activity.read': 4,
  /** All that the organisation has, as a file. */
  'organization.archive': 4,
  'form_fields.manage': 5,
  'organizations.manage': 5,
  /** Mails of all organisations, without their words and recipients. */
  'mail_queue.manage': 5,
  /** The notice on all screens, and read-only mode. */
  'installation.manage': 5,
  /** How the installation is, and its backups. */
  'platform_health.manage': 5,
} as const satisfies Record<string, Rank>;

export type Permission = keyof typeof permissions;

/** Whether a role's rank reaches a permission's. */
export function may(role: Role, permission: Permission): boolean {
  return rankOf(role) >= permissions[permission];
}
