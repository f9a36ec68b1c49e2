import { z } from 'zod';
import { day, textsReply } from './common.ts';
import { endpoint } from './kit.ts';
import { permissions } from './permissions.ts';

const session = z.object({
  group_id: z.string(),
  group_name: textsReply,
  background_color: z.string(),
  /** The day and local time in the organisation's zone. */
  date: z.string(),
  start_time: z.string(),
  duration: z.number(),
  location_name: z.string().nullable(),
  leaders: z.array(z.string()),
  places: z.number().nullable(),
  taken: z.number(),
  waiting: z.number(),
});
export type Session = z.output<typeof session>;

/** The longest span one may ask for, in days. */
const MAX_SESSION_DAYS = 62;

export const sessions = {
  list: endpoint({
    scope: 'organization',
    rank: permissions['dashboard.view'],
    method: 'GET',
    path: '/sessions',
    summary: 'Dated meetings of the active groups in scope, at most 62 days at once',
    query: z
      .strictObject({ from: day, to: day })
      .refine(({ from, to }) => to >= from, { error: 'before_start', path: ['to'] })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_SESSION_DAYS * 86_400_000, {
        error: 'too_many_days',
        path: ['to'],
      }),
    reply: z.object({ results: z.array(session) }),
  }),
};
