import { z } from 'zod';
import {
  editedReply,
  email,
  flag,
  language,
  languages,
  listQuery,
  pageOf,
  params,
  search,
  statusBody,
  uuid,
  version,
} from './common.ts';
import { notice } from './installation.ts';
import { endpoint } from './kit.ts';
import { listColumns } from './list-columns.ts';
import { personName } from './participants.ts';
import { permissions } from './rules/permissions.ts';
import { memberRoles, roles } from './rules/roles.ts';

export { memberRoles } from './rules/roles.ts';

const me = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  language: z.enum(languages),
  role: z.enum(roles),
  organization_id: z.string().nullable(),
  all_groups_allowed: z.boolean(),
  group_ids: z.array(z.string()),
  list_columns: listColumns,
  /** Nothing but a change of the password is answered until it is done. */
  password_change_required: z.boolean(),
  /** What the operator tells everybody; null: nothing. */
  notice: notice.nullable(),
});
export type Me = z.output<typeof me>;

const leader = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether a group may be given to them. */
  active: z.boolean(),
});
export type Leader = z.output<typeof leader>;

const listed = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  active: z.boolean(),
  /** Whether they have followed the link of their invitation or registration. */
  confirmed: z.boolean(),
  all_groups_allowed: z.boolean(),
  /** Number of groups allowed to a limited user, those they lead among them. */
  authorized_groups_count: z.number(),
  /** Whether they sign in with a second factor. */
  second_factor: z.boolean(),
  last_sign_in_at: z.string().nullable(),
  /** Until when the link of the last invitation works or worked; null until its mail has left, and for all others. */
  invitation_expires_at: z.string().nullable(),
});
export type UserSummary = z.output<typeof listed>;

const user = z.object({
  ...editedReply,
  name: z.string(),
  email: z.string(),
  language: z.enum(languages),
  role: z.enum(memberRoles),
  active: z.boolean(),
  confirmed: z.boolean(),
  all_groups_allowed: z.boolean(),
  authorized_groups: z.array(z.string()),
  /** Groups they lead, which are in their scope too. */
  led_groups: z.array(z.string()),
  password_change_required: z.boolean(),
  /** Until when the link of the last invitation works or worked; null until its mail has left, and for all others. */
  invitation_expires_at: z.string().nullable(),
  last_sign_in_at: z.string().nullable(),
  /** Permissions of role and scope, for display. */
  permissions: z.array(z.string()),
});
export type User = z.output<typeof user>;

const groupList = z
  .array(uuid)
  .max(1000)
  .refine((list) => new Set(list).size === list.length, { error: 'duplicate' });

const managed = {
  name: personName,
  role: z.enum(memberRoles),
  all_groups_allowed: z.boolean(),
  /** Groups of a limited user; at least one unless all are allowed or the role is never limited. */
  authorized_groups: groupList,
};

const own = { scope: 'account', rank: 1 } as const;
const manage = { scope: 'organization', rank: permissions['users.manage'] } as const;

export const users = {
  me: endpoint({
    withSession: true,
    ...own,
    method: 'GET',
    path: '/users/me',
    summary: 'Who is signed in',
    reply: me,
    whilePasswordChangeRequired: true,
  }),
  updateMe: endpoint({
    ...own,
    method: 'PATCH',
    path: '/users/me',
    summary:
      "One's own name, language (for mail too) and chosen columns of lists with their order; what is not given stays, column by column, and an order list by list",
    body: z.strictObject({ name: personName, language, list_columns: listColumns }).partial(),
    reply: me,
  }),
  leaders: endpoint({
    withSession: true,
    scope: 'organization',
    rank: permissions['leaders.read'],
    method: 'GET',
    path: '/users/leaders',
    summary: 'Active staff who may lead a group, by name; `former`: then who has left and still leads one',
    query: z.strictObject({ former: flag.optional() }),
    reply: z.object({ results: z.array(leader) }),
  }),
  list: endpoint({
    ...manage,
    method: 'GET',
    path: '/users',
    summary: 'Staff of the organisation by name',
    query: z.strictObject({
      ...listQuery,
      search,
      active: flag.optional(),
      role: z.enum(memberRoles).optional(),
    }),
    reply: pageOf(listed),
  }),
  invite: endpoint({
    ...manage,
    method: 'POST',
    path: '/users',
    summary: 'Invite somebody by mail, with role and scope',
    body: z.strictObject({
      ...managed,
      email,
      language,
      all_groups_allowed: managed.all_groups_allowed.default(false),
      authorized_groups: groupList.default([]),
    }),
    reply: user,
    status: 201,
    perMinute: 60,
  }),
  get: endpoint({
    ...manage,
    method: 'GET',
    path: '/users/{id}',
    summary: 'One of the staff',
    params,
    reply: user,
  }),
  update: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/users/{id}',
    summary: 'Change name, role and scope of one of the staff, or demand a new password; never the address',
    params,
    body: z
      .strictObject({ ...managed, password_change_required: z.literal(true), version })
      .partial()
      .required({ version: true }),
    // it could never be met: the provider keeps the passwords
    managedByProvider: ['password_change_required'],
    reply: user,
  }),
  setStatus: endpoint({
    ...manage,
    method: 'PATCH',
    path: '/users/{id}/status',
    summary: 'Activate or deactivate; who is deactivated is out at the next request',
    params,
    body: statusBody,
    reply: user,
  }),
  remove: endpoint({
    ...manage,
    method: 'DELETE',
    path: '/users/{id}',
    summary: 'Erase the identity of one of the staff; the name stays on the history',
    params,
    reply: null,
  }),
  resetSecondFactor: endpoint({
    ...manage,
    method: 'POST',
    path: '/users/{id}/second-factor-resets',
    summary: "Take away a lost second factor: app, passkeys and recovery codes; ends the person's sign-ins",
    params,
    reply: null,
  }),
  resendInvitation: endpoint({
    ...manage,
    method: 'POST',
    path: '/users/{id}/invitation',
    summary: 'Mail the invitation again, with a new link; the older one works no more',
    params,
    reply: null,
  }),
};
