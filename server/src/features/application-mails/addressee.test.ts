import { expect, test } from 'vitest';
import { addresseeOf, isForChild } from './addressee.ts';

// fixed days: today is given to the functions

const today = '2026-09-01';
const born = (value: string) => [{ purpose: 'date_of_birth', value }];
const ema = { name: 'Ema Novak', guardian_name: 'Ana Novak', answers: born('2018-03-24') };
const anyAge = { age_to: null };

test.each([
  ['the guardian of a child', ema, anyAge, 'Ana Novak'],
  [
    'the guardian until the day before the 15th birthday',
    { ...ema, answers: born('2011-09-02') },
    anyAge,
    'Ana Novak',
  ],
  ['the participant from the 15th birthday', { ...ema, answers: born('2011-09-01') }, anyAge, 'Ema Novak'],
  ['the participant when no guardian is known', { ...ema, guardian_name: null }, anyAge, 'Ema Novak'],
  ['the participant of unknown age', { ...ema, answers: [] }, anyAge, 'Ema Novak'],
  ['the guardian in a group for children', { ...ema, answers: [] }, { age_to: 8 }, 'Ana Novak'],
  ['the participant in a group up to 15', { ...ema, answers: [] }, { age_to: 15 }, 'Ema Novak'],
])('a mail greets %s', (_who, participant, group, name) => {
  expect(addresseeOf(participant, group, today)).toBe(name);
});

const alone = { ...ema, guardian_name: null };
test.each([
  ['a child', alone, anyAge, true],
  ['a minor with a guardian', { ...ema, answers: born('2009-09-01') }, anyAge, true],
  ['a minor of 15 without a guardian', { ...alone, answers: born('2011-09-01') }, anyAge, false],
  [
    'an adult who filled in what is asked of guardians',
    { ...ema, answers: born('2008-09-01') },
    anyAge,
    false,
  ],
  ['somebody of unknown age with a guardian', { ...ema, answers: [] }, anyAge, true],
  ['somebody of unknown age', { ...alone, answers: [] }, anyAge, false],
  ['somebody of unknown age in a group for children', { ...alone, answers: [] }, { age_to: 8 }, true],
])('whether somebody else has applied for %s', (_whom, participant, group, isOther) => {
  expect(isForChild(participant, group, today)).toBe(isOther);
});
