import { slugOf } from '@vpisnik/contract/rules/slug';
import { describe, expect, test } from 'vitest';
import { formFieldOf, groupOf, idOf } from '../../../../../test/groups.ts';
import { instantOf } from '../../../../lib/time/zone.ts';
import { parseTime } from '../../../../ui/date/TimeField.tsx';
import { parseGroupsSearch } from '../address.ts';
import { problemsOf } from './problems.ts';
import { bodyOf, changedFields, newValues, valuesOf } from './values.ts';

// fixed days: days and times are rewritten, whenever that is

describe('the editor’s request', () => {
  test('has only changed fields, without the editor’s own', () => {
    const before = valuesOf(groupOf());
    const after = { ...before, schedule: before.schedule.slice(1), capacity: null };
    expect(changedFields(before, after)).toEqual(['capacity', 'schedule']);
    expect(bodyOf(after, ['schedule'])).toEqual({
      schedule: [{ day: 'thursday', start_time: '17:30', duration: 75 }],
    });
  });

  test('no options with a question that is no choice', () => {
    const own = {
      type: 'text' as const,
      name: { sl: 'Velikost' },
      description: {},
      options: [{ value: 'a', name: {} }],
      sensitive: false,
    };
    const field = { key: 'k', form_field_id: null, question: own, widget: 'text' as const, required: false };
    const [sent] = bodyOf({ ...newValues(['sl']), fields: [field] }, ['fields']).fields ?? [];
    expect(sent?.question?.options).toEqual([]);
    expect(sent).not.toHaveProperty('key');
  });
});

describe('the problems of the form', () => {
  const codes = (problems: { path: string; code: string }[]) =>
    problems.map(({ path, code }) => `${path} ${code}`);

  test('a new group lacks its names, its category and its label', () => {
    expect(codes(problemsOf(newValues(['sl', 'en']), [])).toSorted()).toEqual([
      'category_id required',
      'label required',
      'name.en required',
      'name.sl required',
    ]);
  });

  test('times that are none, slots that meet, ends before starts, and a field that lacks a language', () => {
    const values = valuesOf(
      groupOf({
        apply_until: '2026-09-30T25',
        end_date: '2026-09-01',
        schedule: [
          { day: 'tuesday', start_time: '17:30', duration: 75 },
          { day: 'tuesday', start_time: '18:00', duration: 60 },
          { day: 'friday', start_time: '99', duration: 60 },
        ],
        fields: [{ id: idOf(51), form_field_id: idOf(41), question: null, widget: 'date', required: true }],
      }),
    );
    expect(codes(problemsOf(values, [formFieldOf({ languages: ['sl'] })])).toSorted()).toEqual([
      'apply_until invalid_time',
      'end_date before_start',
      'fields.0.form_field_id field_lacks_language_en',
      'schedule.1.start_time slots_overlap',
      'schedule.2.start_time invalid_time',
    ]);
  });
});

test.each([
  ['17:30', '17:30'],
  ['9.30', '09:30'],
  ['1730', '17:30'],
  ['930', '09:30'],
  ['7', '07:00'],
  ['24:00', null],
  ['17:60', null],
  ['ob petih', null],
])('the time %s is %s', (typed, time) => {
  expect(parseTime(typed)).toBe(time);
});

test.each([
  ['2026-09-30', '23:59', '2026-09-30T21:59:00.000Z'],
  ['2026-12-01', '00:00', '2026-11-30T23:00:00.000Z'],
  // both sides of the hours that the clocks repeat and skip
  ['2026-10-25', '04:00', '2026-10-25T03:00:00.000Z'],
  ['2026-10-25', '01:30', '2026-10-24T23:30:00.000Z'],
  ['2027-03-28', '03:30', '2027-03-28T01:30:00.000Z'],
])('%s at %s in Ljubljana is %s', (day, time, instant) => {
  expect(instantOf(day, time, 'Europe/Ljubljana')).toBe(instant);
});

test('labels are proposed from names', () => {
  expect(slugOf('Moderni ples, višja stopnja (đ)')).toBe('moderni-ples-visja-stopnja-d');
  expect(slugOf(' — ')).toBe('');
});

test('an address keeps the filters it means and drops the rest', () => {
  expect(
    parseGroupsSearch({
      search: 12,
      category_id: idOf(1),
      location_id: ['x'],
      active: 'false',
      sort: 'id',
      other: 1,
    }),
  ).toEqual({ search: '12', category_id: [idOf(1)], active: false });
});
