/** What organisations can be compared by. */
export const uses = ['database_ms', 'requests', 'mails', 'file_bytes', 'participants'] as const;
export type Use = (typeof uses)[number];
