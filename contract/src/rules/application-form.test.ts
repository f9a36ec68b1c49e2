import { describe, expect, test } from 'vitest';
import type { PublicField } from '../public.ts';
import { type FormEntries, readApplicationForm } from './application-form.ts';

const field = (given: Partial<PublicField>): PublicField => ({
  id: 'x',
  type: 'text',
  widget: 'text',
  required: false,
  sensitive: false,
  purpose: null,
  name: { sl: 'Vprašanje' },
  description: {},
  options: [],
  ...given,
});
const person: FormEntries = [
  ['name', ' Špela Žnidaršič '],
  ['email', 'barbara@example.com'],
];
const read = (entries: FormEntries, fields: PublicField[] = [], language: 'sl' | 'en' = 'sl') =>
  readApplicationForm(entries, fields, language);

test('reads the filled fields, trimmed', () => {
  expect(read([...person, ['phone', ''], ['notes', ' hvala ']])).toEqual({
    filled: {
      name: 'Špela Žnidaršič',
      email: 'barbara@example.com',
      phone: null,
      notes: 'hvala',
      answers: {},
      website: '',
    },
    problems: [],
  });
});

test('takes a number as a phone copies it, with what turns text around it', () => {
  const { filled, problems } = read([...person, ['phone', '\u202a+386 41 234 567\u202c']]);
  expect([filled.phone, problems]).toEqual(['+386 41 234 567', []]);
});

test('takes a number as a word processor writes it, with spaces that do not break and long dashes', () => {
  const mother = field({ type: 'phone_number', widget: 'phone' });
  const { filled, problems } = read(
    [...person, ['phone', '041\u00a0123\u00a0456'], ['answers.x', '01\u2013234\u00a056\u00a078']],
    [mother],
  );
  expect([filled.phone, filled.answers, problems]).toEqual(['041 123 456', { x: '01-234 56 78' }, []]);
});

test('finds every mistake, in the order of the form', () => {
  const fields = [field({ id: 'a', required: true }), field({ id: 'b', type: 'date', widget: 'date' })];
  const { problems } = read(
    [
      ['name', 'Spam https://x.example'],
      ['phone', 'sedem'],
      ['answers.b', '31.2.2012'],
    ],
    fields,
  );
  expect(problems).toEqual([
    { path: 'name', code: 'name_with_link' },
    { path: 'email', code: 'required' },
    { path: 'phone', code: 'invalid_phone' },
    { path: 'answers.a', code: 'required' },
    { path: 'answers.b', code: 'invalid_date' },
  ]);
});

describe('answers', () => {
  const answer = (given: Partial<PublicField>, values: string[], language: 'sl' | 'en' = 'sl') => {
    const entries = values.map((value) => ['answers.x', value] as const);
    const { filled, problems } = read([...person, ...entries], [field(given)], language);
    return problems[0]?.code ?? filled.answers?.x;
  };

  test('are a tick, several values, or a text, by the widget', () => {
    expect(answer({ type: 'checkbox', widget: 'checkbox' }, ['true'])).toBe(true);
    expect(answer({ type: 'multiple_choice', widget: 'checkbox' }, ['a', 'b'])).toEqual(['a', 'b']);
    expect(answer({ type: 'single_choice', widget: 'radio' }, ['a'])).toBe('a');
    expect(answer({}, ['  '])).toBeUndefined();
  });

  test('a day is read as it is typed in the language of the form, or as a day', () => {
    const day = { type: 'date', widget: 'date' } as const;
    expect(answer(day, ['24.03.2012'])).toBe('2012-03-24');
    expect(answer(day, ['03/24/2012'], 'en')).toBe('2012-03-24');
    expect(answer(day, ['2012-03-24'])).toBe('2012-03-24');
    // typed with spaces, without a script that completes it
    expect(answer(day, ['24. 3. 2012'])).toBe('2012-03-24');
    expect(answer(day, ['24.03.12'])).toBe('2012-03-24');
    for (const wrong of ['31.02.2012', '31. 2. 2012', '03/24/2012', 'včeraj', '24.03.012'])
      expect(answer(day, [wrong])).toBe('invalid_date');
  });

  test('a required tick has to be given', () => {
    expect(answer({ type: 'checkbox', widget: 'checkbox', required: true }, [])).toBe('required');
  });

  test('may not be longer than the server takes', () => {
    expect(answer({}, ['x'.repeat(2001)])).toBe('too_long');
    expect(answer({ type: 'email', widget: 'email' }, ['nobody'])).toBe('invalid_email');
    expect(answer({ type: 'phone_number', widget: 'phone' }, ['031 123 456'])).toBe('031 123 456');
  });
});
