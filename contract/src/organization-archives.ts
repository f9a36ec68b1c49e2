/** Everything that an organisation has as one ZIP, for its administrators: to keep, or to move to another installation. */
import { z } from 'zod';
import { params } from './common.ts';
import { endpoint } from './kit.ts';
import { limits } from './rules/limits.ts';
import { archiveDays, archiveStops, zipType } from './rules/organization-archives.ts';
import { permissions } from './rules/permissions.ts';

export * from './rules/organization-archives.ts';

const reply = z.object({
  id: z.string(),
  /** Name of who asked for it. */
  actor: z.string(),
  state: z.enum(['running', 'done', 'failed']),
  stop_reason: z.enum(archiveStops).nullable(),
  /** Steps to do, and those that are done: rows, each of them written twice. 0 until they are counted. */
  total_count: z.number(),
  done_count: z.number(),
  /** Of the file. */
  bytes: z.number().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  /** Until when the file can be fetched; null when there is none. */
  file_until: z.string().nullable(),
});
export type OrganizationArchive = z.output<typeof reply>;

/** The password, unless a hosted provider keeps it: an unlocked device must not be enough to carry all away. */
const confirmed = z.strictObject({ current_password: z.string().min(1).max(limits.password).optional() });

const manage = { scope: 'organization', rank: permissions['organization.archive'] } as const;

export const organization_archives = {
  latest: endpoint({
    ...manage,
    method: 'GET',
    path: '/organization-archives/latest',
    summary: "The latest archive of one's organisation; null when there is none",
    reply: reply.nullable(),
  }),
  make: endpoint({
    ...manage,
    method: 'POST',
    path: '/organization-archives',
    summary: `Make an archive of all that one's organisation has, in the background, one at a time; it is kept for ${archiveDays} days, and the one before is removed. Asks for the password, unless a hosted provider keeps it`,
    body: confirmed,
    reply,
    status: 202,
    perMinute: 10,
  }),
  file: endpoint({
    ...manage,
    method: 'POST',
    path: '/organization-archives/{id}/archive.zip',
    summary:
      'Fetch the file of an archive, as every administrator of the organisation may. Asks for the password as making one does',
    slow: true,
    stream: true,
    params,
    body: confirmed,
    reply: z.string(),
    file: zipType,
    perMinute: 10,
  }),
};
