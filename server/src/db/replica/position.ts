/** A place in the primary's log of changes, in bytes: who has replayed up to there knows all that was committed before. */
export type Position = bigint;

/** Before everything. */
export const START: Position = 0n;
/** After everything: no replica has ever replayed so far. */
export const END: Position = 0xffff_ffff_ffff_ffffn;

/** SQL: a position of PostgreSQL's as a number in a text, which `BigInt` reads. */
export const inBytes = (lsn: string) => `(${lsn} - '0/0')::text`;

/** The later of two positions. */
export const furthest = (one: Position, other: Position): Position => (one > other ? one : other);
