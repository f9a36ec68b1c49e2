/** How the key of an archive of an organisation ends, below a folder of its own. */
export const ARCHIVE_FILE = 'archive.zip';

/** Whether a key is that of an organisation's archive, which is kept for days and in no backup. */
export const isArchiveKey = (key: string): boolean => /^[^/]+\/[^/]+\/archive\.zip$/.test(key);
