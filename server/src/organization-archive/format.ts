import { z } from 'zod';

/**
 * An archive of an organisation is a ZIP, in this order:
 *
 * - `README.txt`: the contents, for people
 * - `rows/<table>.jsonl`: each row as JSON, exactly as the database has it; `accounts` are the staff's
 * - `tables/<table>.csv`: the same for people
 * - `files/<organisation>/<picture>/<name>`: uploaded pictures, by their keys in storage
 * - `attachments/<id>/<name>`: what went along with messages, for people; it is in its rows too
 * - `head.json`: what it is of, and what each part comes to
 */
export const FORMAT = 1;

export const HEAD = 'head.json';
export const rowsPart = (table: string) => `rows/${table}.jsonl`;
export const FILES = 'files/';

const sum = z.object({ bytes: z.number(), sha256: z.string() });
/** Size of a part, and its SHA-256. */
export type Sum = z.output<typeof sum>;

export const head = z.object({
  format: z.number(),
  kind: z.literal('vpisnik organization'),
  /** Version of the application that made it, for people. */
  release: z.string(),
  /** Names of the migrations that the database had. */
  migrations: z.array(z.string()),
  /** Instant of the snapshot. */
  made_at: z.string(),
  /** Who asked for it. */
  made_by: z.string(),
  organization: z.object({ id: z.uuid(), name: z.string(), label: z.string() }),
  /** Tables with their columns, those first that others refer to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  parts: z.record(z.string(), sum),
});
export type Head = z.output<typeof head>;
