import { z } from 'zod';

/**
 * An archive is a tar file, compressed by zstd and encrypted by age with a passphrase, so that tools of any system open it:
 * `age -d | zstd -d | tar x`. Its entries, in this order:
 *
 * - `head.json`: what it is of; `secret-keys.json`: the keys that seal secrets in the rows
 * - `rows/<table>/<number>.copy`: the rows in PostgreSQL's COPY text format, in pieces that end with a row
 * - `files/<key>/<number>`: uploaded files, in pieces
 * - `sums.json`: what all of it comes to
 */
export const FORMAT = 1;

/** Most bytes of a piece, but for a single row that is longer. */
export const PIECE = 4 * 1024 ** 2;

export const head = z.object({
  format: z.number(),
  /** Version of the application that made it, for people. */
  release: z.string(),
  /** Instant of the snapshot. */
  made_at: z.string(),
  /** Names of the migrations that the database had. */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
});
export type Head = z.output<typeof head>;

export const secretKeys = z.tuple([z.string()], z.string());

const sum = z.object({
  bytes: z.number(),
  /** SHA-256 of the content; of files, of their keys and contents. */
  sha256: z.string(),
});
export const sums = z.object({
  tables: z.record(
    z.string(),
    sum.extend({
      rows: z.number(),
      /** Of all rows, in whatever order they come. */
      unordered: z.string(),
    }),
  ),
  files: sum.extend({ count: z.number() }),
});
export type Sums = z.output<typeof sums>;

const suffix = '.tar.zst.age';

/**
 * The name of an archive: the installation's host, so that two installations can share a folder, and the instant in UTC.
 *
 * @param publicUrl origin of the installation
 */
export function archiveName(publicUrl: string, madeAt: Date): string {
  const stamp = madeAt.toISOString().replace(/[-:]|\.\d+/g, '');
  return `${prefixOf(publicUrl)}${stamp}${suffix}`;
}

/** When an archive of an installation was made, as its name tells; undefined for any other name. */
export function readArchiveName(publicUrl: string, name: string): Date | undefined {
  const prefix = prefixOf(publicUrl);
  if (!name.startsWith(prefix) || !name.endsWith(suffix)) return undefined;
  const stamp = name.slice(prefix.length, -suffix.length);
  if (!/^\d{8}T\d{6}Z$/.test(stamp)) return undefined;
  const at = new Date(stamp.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:'));
  return Number.isNaN(at.getTime()) ? undefined : at;
}

const prefixOf = (publicUrl: string) => `vpisnik-${new URL(publicUrl).host.replace(/[^\w.-]/g, '-')}-`;
