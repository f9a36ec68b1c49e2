import { expect, it } from 'vitest';
import { problemsOf } from './values.ts';

const health = { id: 'health', header: 'Alergije', sensitive: true };

it.each([
  { some: [], withSensitive: true, isProblem: true },
  { some: ['health'], withSensitive: true, isProblem: false },
  { some: ['health'], withSensitive: false, isProblem: true },
  { some: ['name', 'health'], withSensitive: false, isProblem: false },
])('wants a column that is exported: $some, sensitive $withSensitive', ({ isProblem, ...chosen }) => {
  const values = { format: 'csv', which: 'some', reason: 'Tabor', ...chosen } as const;
  expect(problemsOf(values, [], [health])).toEqual({ some: isProblem, reason: false });
});
