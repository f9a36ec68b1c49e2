/** Where pictures are in storage, and at which public addresses. */
import { sql } from 'drizzle-orm';
import { files, groups } from '../db/schema.ts';

/** The address of a group's banner in its largest size, in a select from `groups`; null when it has none. */
export const bannerUrl = sql<string | null>`(
  select '/files/' || banner.path || '-1200.webp' from ${files} as banner
  where banner.organization_id = ${groups}.organization_id and banner.id = ${groups}.banner_id
)`;
