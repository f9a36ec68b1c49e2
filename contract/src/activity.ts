/** The audit trail of an organisation: who did what about accounts and access. It is added to, never changed. */
import { z } from 'zod';
import { day, listQuery, pageOf, several, uuid } from './common.ts';
import { endpoint } from './kit.ts';
import { activityActions, activityObjects } from './rules/activity-actions.ts';
import { permissions } from './rules/permissions.ts';

export {
  type ActivityAction,
  type ActivityObject,
  actionsAbout,
  activityActions,
  activityObjects,
} from './rules/activity-actions.ts';

const entry = z.object({
  id: z.number(),
  created_at: z.string(),
  /** The acting account; null if unknown (a failed sign-in) or deleted, when `actor` still holds the name. */
  account_id: z.string().nullable(),
  actor: z.string(),
  action: z.string(),
  /** Target of the action: `user`, `organization`, or `call` for a call by a platform ADMIN acting for the organisation. */
  entity: z.string(),
  entity_id: z.string().nullable(),
  /**
   * Facts by name: `name` of the person concerned, `from` and `to` of a change, `device`, `passkey`, `call`; of bulk work
   * `count`, `filter` and what the act was told.
   */
  changes: z.record(z.string(), z.unknown()),
});
export type ActivityEntry = z.output<typeof entry>;

const filters = {
  /** Done by this person, or to them. */
  user_id: uuid.optional(),
  action: several(z.enum(activityActions)).optional(),
  /** What it is about; with `action`, both hold. */
  about: several(z.enum(activityObjects)).optional(),
  /** First and last day, in the organisation's zone. */
  from: day.optional(),
  to: day.optional(),
};

const read = { scope: 'organization', rank: permissions['activity.read'], method: 'GET' } as const;

export const activity = {
  list: endpoint({
    ...read,
    path: '/activity',
    summary: 'What happened about accounts and access, the latest first',
    query: z.strictObject({ ...listQuery, ...filters }),
    reply: pageOf(entry),
  }),
  export: endpoint({
    ...read,
    slow: true,
    path: '/activity/export.csv',
    summary: 'The same as a file for spreadsheets, at most the latest 10 000 entries',
    query: z.strictObject(filters),
    reply: z.string(),
    file: 'text/csv',
    perMinute: 10,
  }),
};
