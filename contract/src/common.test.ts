import { expect, test } from 'vitest';
import { day, instant, uuid } from './common.ts';

test.each(['0000-01-01', '1899-12-31', '2200-01-01', '9999-12-31', '2026-02-30'])(
  'refuses the day %s',
  (value) => expect(day.safeParse(value).success).toBe(false),
);

test.each([
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-12:00',
  '2026-01-01T00:00:00+16:00',
  '2026-01-01T00:00:00-23:59',
  '2026-01-01T00:00:00',
])('refuses the instant %s, which the database could not keep', (value) =>
  expect(instant.safeParse(value).success).toBe(false),
);

test.each(['2026-01-01T00:00:00.123456Z', '2026-01-01T00:00:00+14:00', '2026-01-01T00:00:00-12:00'])(
  'takes the instant %s',
  (value) => expect(instant.parse(value)).toBe(value),
);

test('writes every id alike', () =>
  expect(uuid.parse('01A1FD57-B2DF-76C2-B787-299F41FE8D59')).toBe('01a1fd57-b2df-76c2-b787-299f41fe8d59'));
