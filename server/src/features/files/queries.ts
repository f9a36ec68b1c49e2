import type { Picture } from '@vpisnik/contract/files';
import { and, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { referenced } from '../../db/referenced.ts';
import { files } from '../../db/schema.ts';
import type { Scope } from '../../db/scope.ts';
import { found } from '../../errors.ts';

type New = Pick<
  typeof files.$inferInsert,
  'kind' | 'sha256' | 'width' | 'height' | 'bytes' | 'source_url' | 'original_id' | 'crop'
>;

const own = ({ organizationId }: Scope, id: string) =>
  and(eq(files.organization_id, organizationId), eq(files.id, id));

/** Announces a picture whose files are about to be stored, and gives its id and the beginning of their keys. */
export async function announceFile(scope: Scope, values: New): Promise<{ id: string; path: string | null }> {
  const rows = await scope.tx
    .insert(files)
    .values({ ...values, organization_id: scope.organizationId, created_by: scope.accountId })
    .returning({ id: files.id, path: files.path });
  return found(rows[0]);
}

/** Says that the files of a picture are all there. */
export async function confirmFile(scope: Scope, id: string): Promise<void> {
  await scope.tx.update(files).set({ stored: true }).where(own(scope, id));
}

const nameOf = { original: 'original.webp', banner: '1200.webp' } as const;

/** A picture that is wholly in storage; undefined when there is none of this id. */
export async function selectFile(scope: Scope, id: string): Promise<Picture | undefined> {
  const originals = alias(files, 'originals');
  const [row] = await scope.tx
    .select({ file: files, original: originals })
    .from(files)
    .leftJoin(originals, referenced(originals, files, files.original_id))
    .where(and(own(scope, id), eq(files.stored, true)));
  if (!row) return undefined;
  const pictureOf = (file: typeof files.$inferSelect) => {
    const kind = file.kind as Picture['kind'];
    return { ...file, kind, crop: file.crop, url: `/files/${file.path}-${nameOf[kind]}` };
  };
  const original = row.original && pictureOf(row.original);
  return {
    ...pictureOf(row.file),
    source_url: row.file.source_url ?? original?.source_url ?? null,
    original,
  };
}
