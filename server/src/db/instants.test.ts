import { expect, test } from 'vitest';
import { instantText } from './instants.ts';

// fixed days: instants are rewritten, whenever that is

test.each([
  ['2026-09-01 10:00:00+00', '2026-09-01T10:00:00Z'],
  ['2026-09-01 10:00:00.5+00', '2026-09-01T10:00:00.5Z'],
  ['2026-09-01 10:00:00.123456+00', '2026-09-01T10:00:00.123456Z'],
  ['2026-09-01 10:00:00.123456+02', '2026-09-01T08:00:00.123456Z'],
  ['2026-01-01 00:30:00.00012+01', '2025-12-31T23:30:00.00012Z'],
  ['2026-09-01 10:00:00+05:30', '2026-09-01T04:30:00Z'],
])('%s is %s, whichever zone the database is in', (value, text) => {
  expect(instantText(value)).toBe(text);
  expect(Temporal.Instant.from(value).toString()).toBe(text);
});
