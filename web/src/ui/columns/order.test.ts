import { expect, it } from 'vitest';
import { inOrder, refilled } from './order.ts';

const columns = ['name', 'group', 'contact', 'status', 'actions'].map((id) => ({ id }));
const ordered = (order: string[]) => inOrder(columns, order).map(({ id }) => id);

it('keeps the name first and the menu last, and puts after an order what it does not name', () => {
  expect(ordered([])).toEqual(['name', 'group', 'contact', 'status', 'actions']);
  expect(ordered(['status', 'group'])).toEqual(['name', 'status', 'group', 'contact', 'actions']);
  expect(ordered(['actions', 'contact', 'gone', 'name'])).toEqual([
    ...['name', 'contact', 'group', 'status', 'actions'],
  ]);
});

it('moves columns among themselves around those that a list does not have', () => {
  expect(refilled(['group', 'contact', 'balance', 'status'], ['status', 'contact', 'group'])).toEqual([
    ...['status', 'contact', 'balance', 'group'],
  ]);
  expect(refilled(['group', 'balance'], ['age', 'group'])).toEqual(['age', 'balance', 'group']);
  expect(refilled([], ['age', 'group'])).toEqual(['age', 'group']);
});
