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

/** Asks for the password where it is kept here: an unlocked device must not be enough to carry everything away. */
async function confirm(system: Pool, scope: Scope, { password, isHosted, address }: Asked): Promise<void> {
  // a platform ADMIN's password stays here in any case
  if (!isHosted || scope.role === 'ADMIN') await requirePassword(system, scope, password, address);
}

/**
 * Has an archive made of all that the caller's organisation has, once the password is right, and logs who asked for it.
 *
 * @throws {AppError} invalid_fields, rate_limited, archive_running
 */
export async function make(system: Pool, scope: Scope, asked: Asked): Promise<OrganizationArchive> {
  await confirm(system, scope, asked);
  const archive = await insertArchive(scope);
  await recordBy(scope, { action: 'archive_requested', entity: 'export', entity_id: archive.id });
  return archive;
}

/**
 * Finds the file of an archive for a download, once the password is right; it is logged before its first byte.
 *
 * @throws {AppError} not_found, invalid_fields, rate_limited
 */
export async function beginDownload(
  system: Pool,
  scope: Scope,
  id: string,
  asked: Asked,
): Promise<ArchiveKey & { name: string }> {
  const { name } = found(await selectFile(scope, id));
  await confirm(system, scope, asked);
  await recordBy(scope, { action: 'archive_downloaded', entity: 'export', entity_id: id });
  return { organization_id: scope.organizationId, id, name };
}
