/** Whom a change of dates is told. */
import { z } from 'zod';
import { schoolBreaks } from './closures.ts';
import { day, flag, uuid } from './common.ts';
import { endpoint } from './kit.ts';
import { permissions } from './rules/permissions.ts';

/** What people are told of; both go to participants and leaders. */
const noticeTypes = ['session_changed', 'group_cancelled'] as const;

const audience = z.object({
  /** Participants who have an address and a place, in the groups that send such mail. */
  participants: z.number(),
  leaders: z.number(),
  /** Participants with a place whom no mail can reach. */
  without_email: z.number(),
  /** Groups that don't send such mail. */
  turned_off: z.number(),
});
export type SessionAudience = z.output<typeof audience>;

export const session_notices = {
  audience: endpoint({
    scope: 'organization',
    rank: permissions['groups.edit'],
    method: 'GET',
    path: '/session-notices/audience',
    summary:
      'How many people would be told of a change of dates: of a group, of all that meet between two days, or of those whose dates another choice of holidays and breaks changes',
    query: z
      .strictObject({
        email_type: z.enum(noticeTypes).default('session_changed'),
        group_id: uuid.optional(),
        from: day.optional(),
        to: day.optional(),
        /** As the organisation would choose them. */
        public_holidays: flag.optional(),
        school_breaks: z.enum(schoolBreaks).optional(),
      })
      .refine(
        ({ group_id, from, to, public_holidays, school_breaks }) =>
          group_id !== undefined ||
          (from !== undefined && to !== undefined) ||
          public_holidays !== undefined ||
          school_breaks !== undefined,
        {
          error: 'required',
          path: ['group_id'],
        },
      )
      .refine(({ from, to }) => from === undefined || to === undefined || to >= from, {
        error: 'before_start',
        path: ['to'],
      })
      .refine(
        ({ from, to }) =>
          from === undefined || to === undefined || Date.parse(to) - Date.parse(from) < 732 * 86_400_000,
        { error: 'too_many_days', path: ['to'] },
      ),
    reply: audience,
  }),
};
