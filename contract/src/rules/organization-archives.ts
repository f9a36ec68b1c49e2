/** Words of archives of organisations, as plain data. */

/** Days for which an archive can be fetched. */
export const archiveDays = 7;

/** Content type of an archive. */
export const zipType = 'application/zip';

/**
 * Why an archive was not made: its maker may not see all any more (the code of the refusal that they would get), storage did
 * not take it (`storage_failed`), it has more than a ZIP can hold (`archive_too_large`), or a fault of ours.
 */
export const archiveStops = [
  'forbidden',
  'account_inactive',
  'unauthorized',
  'password_change_required',
  'organization_disabled',
  'storage_failed',
  'archive_too_large',
  'internal_error',
] as const;
export type ArchiveStop = (typeof archiveStops)[number];
