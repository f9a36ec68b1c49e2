import { z } from 'zod';
import { day, flag, textsReply, uuid } from './common.ts';
import { slot } from './groups.ts';
import { endpoint } from './kit.ts';
import { limits } from './rules/limits.ts';
import { permissions } from './rules/permissions.ts';
import { sessionStates } from './rules/timetable.ts';

const person = z.object({ id: z.string(), name: z.string() });

const session = z.object({
  group_id: z.string(),
  group_name: textsReply,
  category_id: z.string(),
  background_color: z.string(),
  /** The day and local time in the organisation's zone. */
  date: z.string(),
  start_time: z.string(),
  duration: z.number(),
  /** `cancelled` and `closed` ones don't take place. */
  state: z.enum(sessionStates),
  /** Why it departs from the schedule; of a closed one the name of the closed day. */
  reason: textsReply,
  exception_id: z.string().nullable(),
  moved_from: z.object({ date: z.string(), start_time: z.string() }).nullable(),
  location_id: z.string().nullable(),
  location_name: z.string().nullable(),
  /** Location, if it is not the group's. */
  other_location_id: z.string().nullable(),
  leaders: z.array(person),
  /** Those approved who have said that they won't come on this day, by name. */
  absent: z.array(z.object({ participant_id: z.string(), name: z.string() })),
  places: z.number().nullable(),
  taken: z.number(),
  waiting: z.number(),
});
export type Session = z.output<typeof session>;

/** The longest span one may ask for, in days. */
const MAX_SESSION_DAYS = 62;

const clash = z.object({
  /** Index of the slot in the draft's schedule or of its date, from 0. */
  slot: z.number(),
  /** The other group; null if the caller may not see it. */
  group_id: z.string().nullable(),
  group_name: textsReply.nullable(),
  /** The first date on which both are to take place, and how many there are within a year. */
  date: z.string(),
  start_time: z.string(),
  count: z.number(),
  /** Whether they share the place. */
  location: z.boolean(),
  /** The leaders that they share. */
  leaders: z.array(person),
});
export type ScheduleClash = z.output<typeof clash>;

const read = { scope: 'organization', rank: permissions['dashboard.view'] } as const;

export const sessions = {
  list: endpoint({
    withSession: true,
    ...read,
    method: 'GET',
    path: '/sessions',
    summary:
      'Dated meetings of the groups in scope, cancelled ones included, at most 62 days at once; beyond a week at most 10 000',
    query: z
      .strictObject({
        from: day,
        to: day,
        /** Of one group, published or not. */
        group_id: uuid.optional(),
        /** Published groups unless `false`: then the others. */
        active: flag.optional(),
      })
      .refine(({ from, to }) => to >= from, { error: 'before_start', path: ['to'] })
      .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MAX_SESSION_DAYS * 86_400_000, {
        error: 'too_many_days',
        path: ['to'],
      }),
    reply: z.object({ results: z.array(session) }),
  }),
  clashes: endpoint({
    scope: 'organization',
    rank: permissions['groups.edit'],
    method: 'POST',
    reads: true,
    path: '/sessions/clashes',
    summary:
      'What a schedule or dates would clash with within a year: whoever has the place or a leader then, published or not, unnamed when out of scope',
    body: z.strictObject({
      /** The group whose schedule it is to be; null for a new one. */
      group_id: uuid.nullable().default(null),
      location_id: uuid.nullable().default(null),
      leader_ids: z.array(uuid).max(limits.leaders).default([]),
      start_date: day.nullable().default(null),
      end_date: day.nullable().default(null),
      schedule: z.array(slot).max(limits.slots).default([]),
      /** Moved or added dates instead of a schedule: they take place whatever is said of their day. */
      dates: z
        .array(z.strictObject({ ...slot.omit({ day: true }).shape, date: day }))
        .max(limits.dates)
        .default([]),
    }),
    reply: z.object({ results: z.array(clash) }),
  }),
};
