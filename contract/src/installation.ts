/** The installation as a whole, for its operator: a notice on all screens, and read-only mode. */
import { z } from 'zod';
import { line, textsReply, version } from './common.ts';
import { endpoint } from './kit.ts';
import { limits } from './rules/limits.ts';
import { permissions } from './rules/permissions.ts';

const platform = { scope: 'account', rank: permissions['installation.manage'] } as const;

/** A notice as pages get it along with what they ask for anyway. */
export const notice = z.object({ texts: textsReply, read_only: z.boolean(), version: z.number() });

const reply = z.object({
  /** The notice on all screens, per language; empty texts show nothing. */
  notice: textsReply,
  /** Whether every change is refused, but for this one. */
  read_only: z.boolean(),
  /** Name of its last editor, and when; null until it is first changed. */
  changed_by: z.string().nullable(),
  updated_at: z.string().nullable(),
  version: z.number(),
});
export type Installation = z.output<typeof reply>;

const noticeLine = line(limits.notice);

export const installation = {
  get: endpoint({
    ...platform,
    method: 'GET',
    path: '/installation',
    summary: 'The notice on all screens, and whether the installation is read-only',
    reply,
  }),
  update: endpoint({
    ...platform,
    method: 'PATCH',
    path: '/installation',
    summary: 'Change the notice on all screens, or switch read-only mode on or off',
    whileReadOnly: true,
    body: z
      .strictObject({
        notice: z.strictObject({ sl: noticeLine.optional(), en: noticeLine.optional() }),
        read_only: z.boolean(),
        version,
      })
      .partial()
      .required({ version: true }),
    reply,
  }),
};
