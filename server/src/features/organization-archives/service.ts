import type { OrganizationArchive } from '@vpisnik/contract/organization-archives';
import type { Pool } from 'pg';
import { recordBy } from '../../db/activity.ts';
import type { Scope } from '../../db/scope.ts';
import { found } from '../../errors.ts';
import { requirePassword } from '../accounts/passwords.ts';
import { type ArchiveKey, insertArchive, selectFile } from './queries.ts';

type Asked = {
  /** Present unless a hosted provider keeps the caller's password. */
  password: string | undefined;
  isHosted: boolean;
  /** The caller's network address. */
  address: string;
};

/**
 * Has an archive made of all that the caller's organisation has, and logs who asked for it. Asks for the password: an unlocked
 * device must not be enough to carry everything away.
 *
 * @throws {AppError} invalid_fields, rate_limited, archive_running
 */
export async function make(
  system: Pool,
  scope: Scope,
  { password, isHosted, address }: Asked,
): Promise<OrganizationArchive> {
  // a platform ADMIN's password stays here in any case
  if (!isHosted || scope.role === 'ADMIN') await requirePassword(system, scope, password, address);
  const archive = await insertArchive(scope);
  await recordBy(scope, { action: 'archive_requested', entity: 'export', entity_id: archive.id });
  return archive;
}

/**
 * Finds the file of an archive for a download, which is logged before its first byte.
 *
 * @throws {AppError} not_found
 */
export async function beginDownload(scope: Scope, id: string): Promise<ArchiveKey & { name: string }> {
  const { name } = found(await selectFile(scope, id));
  await recordBy(scope, { action: 'archive_downloaded', entity: 'export', entity_id: id });
  return { organization_id: scope.organizationId, id, name };
}
