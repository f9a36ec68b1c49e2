import { eq } from 'drizzle-orm';
import { organizations } from '../../db/schema.ts';
import type { PublicScope } from '../../db/scope.ts';

/** Origins that may show the organisation's public pages in a frame. */
export async function selectEmbedOrigins({ tx, organizationId }: PublicScope): Promise<string[]> {
  const rows = await tx
    .select({ embed_origins: organizations.embed_origins })
    .from(organizations)
    .where(eq(organizations.id, organizationId));
  return rows[0]?.embed_origins ?? [];
}
