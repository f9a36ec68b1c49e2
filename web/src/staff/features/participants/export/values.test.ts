import { exportWordsEn } from '@vpisnik/contract/rules/export-words-en';
import { exportWordsSl } from '@vpisnik/contract/rules/export-words-sl';
import { expect, it } from 'vitest';
import { participant as en } from '../../../../locales/en/participant.ts';
import { participant as sl } from '../../../../locales/sl/participant.ts';
import { problemsOf, screenColumns } from './values.ts';

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

it('has what the screen shows in the order of its columns, answers among them, and each once', () => {
  const shown = ['name', 'health', 'status', 'guardian', 'contact', 'gone', 'group', 'actions'];
  expect(screenColumns(shown, [health])).toEqual([
    ...['name', 'email', 'health', 'status', 'guardian_name', 'guardian_phone', 'phone', 'group'],
  ]);
});

it.each([['sl', sl, exportWordsSl] as const, ['en', en, exportWordsEn] as const])(
  'exports say what the screens say, %s',
  (_, screens, { columns, statuses, languages, sources }) => {
    expect({ statuses, languages, sources }).toEqual({
      statuses: screens.status,
      languages: screens.filters.languages,
      sources: screens.filters.sources,
    });
    expect(columns).toMatchObject({
      ...{ source: screens.filters.source, notes: screens.fields.notes },
      staff_notes: screens.fields.staff_notes,
    });
  },
);
