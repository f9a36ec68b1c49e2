/** Secret addresses of calendars that a phone or a mail program subscribes to. */
import { z } from 'zod';
import { language, params, textsReply, uuid } from './common.ts';
import { endpoint } from './kit.ts';
import { permissions } from './rules/permissions.ts';

/** `mine`: the groups that one leads; `organization`: all published groups in one's scope. */
const feedKinds = ['mine', 'group', 'organization'] as const;

const feed = z.object({
  id: z.string(),
  kind: z.enum(feedKinds),
  group_id: z.string().nullable(),
  group_name: textsReply.nullable(),
  created_at: z.string(),
  /** When a calendar program last asked, to the hour; null when none has yet. */
  fetched_at: z.string().nullable(),
});
export type CalendarFeed = z.output<typeof feed>;

const own = { scope: 'organization', rank: permissions['dashboard.view'] } as const;

export const calendar_feeds = {
  list: endpoint({
    ...own,
    method: 'GET',
    path: '/calendar-feeds',
    summary: "One's own calendar addresses, without their secrets",
    reply: z.object({ results: z.array(feed) }),
  }),
  create: endpoint({
    ...own,
    method: 'POST',
    path: '/calendar-feeds',
    summary: 'Make the address of a calendar, or renew it: the older one ends. Its secret is told only here',
    body: z.strictObject({
      kind: z.enum(feedKinds),
      group_id: uuid.nullable().default(null),
      /** The language that names are in. */
      language,
    }),
    reply: feed.extend({ url: z.string() }),
    status: 201,
    perMinute: 30,
  }),
  remove: endpoint({
    ...own,
    method: 'DELETE',
    path: '/calendar-feeds/{id}',
    summary: 'Revoke an address; calendars that subscribed get nothing more',
    params,
    reply: null,
  }),
};
