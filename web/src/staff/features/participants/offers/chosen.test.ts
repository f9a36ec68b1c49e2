import { expect, test } from 'vitest';
import { chosenOf } from './chosen.ts';

// fixed days: when they applied plays no part here

const queue = (...ties: (string | null)[]) =>
  ties.map((offer_tie, at) => ({
    id: String(at),
    name: '',
    application_date: '2026-09-01T10:00:00Z',
    offer_tie,
  }));
const idsOf = (ties: (string | null)[], count: number) => {
  const { chosen, passed } = chosenOf(queue(...ties), count);
  return [chosen, passed].map((people) => people.map(({ id }) => id).join(''));
};

test('the first get a place, as many as there are', () => {
  expect(idsOf([null, null, null], 2)).toEqual(['01', '']);
  expect(idsOf([null], 3)).toEqual(['0', '']);
  expect(idsOf([], 3)).toEqual(['', '']);
  expect(idsOf([null], 0)).toEqual(['', '']);
});

test('those who are tied get one together, and are passed over where there are too few', () => {
  expect(idsOf(['a', null, 'a'], 2)).toEqual(['02', '']);
  expect(idsOf(['a', null, 'a'], 1)).toEqual(['1', '02']);
  expect(idsOf([null, 'a', 'a', 'b', null], 2)).toEqual(['03', '12']);
});
