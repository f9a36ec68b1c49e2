/** An instant as PostgreSQL writes it in a session in UTC. */
const inUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/;

/**
 * An instant of PostgreSQL, `2026-09-01 10:00:00.123456+02`, as it crosses the wire: RFC 3339 in UTC. The microseconds
 * stay, so that a cursor made of it finds the very same row.
 */
export function instantText(value: string): string {
  // a page of participants has hundreds of them
  if (inUtc.test(value)) return `${value.slice(0, 10)}T${value.slice(11, -3)}Z`;
  return Temporal.Instant.from(value).toString();
}

/** The same of a column in a statement that no schema reads. */
export function instantColumn(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}
