import { expect, test } from 'vitest';
import { idOf } from '../../../../test/fixtures/rows.ts';
import { parseGroupsSearch } from './address.ts';

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
