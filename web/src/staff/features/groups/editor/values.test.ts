import { describe, expect, test } from 'vitest';
import { formFieldOf } from '../../../../../test/fixtures/catalogue.ts';
import { groupOf } from '../../../../../test/fixtures/groups.ts';
import { idOf } from '../../../../../test/fixtures/rows.ts';
import { problemsOf } from './saving/problems.ts';
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
      applicant_edit: 'until_start' as const,
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
