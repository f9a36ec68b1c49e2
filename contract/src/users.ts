import { z } from 'zod';
import { flag, language, languages, listQuery, pageOf, search } from './common.ts';
import { endpoint } from './kit.ts';
import { permissions } from './permissions.ts';
import { roles } from './roles.ts';

const me = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  language: z.enum(languages),
  role: z.enum(roles),
  organization_id: z.string().nullable(),
  all_groups_allowed: z.boolean(),
  group_ids: z.array(z.string()),
});
export type Me = z.output<typeof me>;

const leader = z.object({ id: z.string(), name: z.string() });
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
  /** How many groups somebody limited is allowed; leading a group allows it too, and is not counted. */
  authorized_groups_count: z.number(),
});
export type UserSummary = z.output<typeof listed>;

export const users = {
  list: endpoint({
    scope: 'organization',
    rank: permissions['users.manage'],
    method: 'GET',
    path: '/users',
    summary: 'Staff of the organisation by name',
    query: z.strictObject({ ...listQuery, search, active: flag.optional() }),
    reply: pageOf(listed),
  }),
  me: endpoint({
    scope: 'account',
    rank: 1,
    method: 'GET',
    path: '/users/me',
    summary: 'Who is signed in',
    reply: me,
  }),
  setLanguage: endpoint({
    scope: 'account',
    rank: 1,
    method: 'PATCH',
    path: '/users/me',
    summary: "One's own language, also for mail",
    body: z.strictObject({ language }),
    reply: me,
  }),
  leaders: endpoint({
    scope: 'organization',
    rank: permissions['leaders.read'],
    method: 'GET',
    path: '/users/leaders',
    summary: 'Active staff who may lead a group, by name',
    reply: z.object({ results: z.array(leader) }),
  }),
};
