import { expect, it } from 'vitest';
import { groupOf } from '../../../../../test/fixtures/groups.ts';
import { participantOf } from '../../../../../test/fixtures/participants.ts';
import { idOf } from '../../../../../test/fixtures/rows.ts';
import { suitableFor } from './suitable.ts';

// fixed days: today is given to the function

const today = '2026-10-01';
const child = participantOf({
  group_id: idOf(1),
  answers: [
    {
      field_id: idOf(90),
      label: 'birth',
      name: 'Datum rojstva',
      text: 'Datum rojstva',
      type: 'date',
      sensitive: false,
      purpose: 'date_of_birth',
      value: '2018-09-01',
    },
  ],
});
const group = (n: number, fields: Parameters<typeof groupOf>[0] = {}) => groupOf({ id: idOf(n), ...fields });
const ids = (groups: readonly { id: string }[]) => groups.map(({ id }) => id);

it('parts groups by publication, time, places and age, those of the same category first', () => {
  const { suitable, others } = suitableFor(
    child,
    [
      group(1),
      group(2, { category_id: idOf(12) }),
      group(3, { age_from: 8, age_to: 8 }),
      group(4, { age_from: 9 }),
      group(5, { taken: 16 }),
      group(6, { end_date: '2026-09-30' }),
      group(7, { archived_at: '2026-07-01T08:00:00Z' }),
      group(9, { active: false }),
      // eight today, nine when it begins
      group(8, { start_date: '2027-09-15', end_date: null, age_from: 9, category_id: idOf(12) }),
    ],
    today,
  );
  expect(ids(suitable)).toEqual([idOf(3), idOf(2), idOf(8)]);
  expect(ids(others)).toEqual([idOf(4), idOf(5), idOf(6), idOf(9)]);
});

it('asks nothing of the age of whose birthday is not known', () => {
  const { suitable } = suitableFor({ ...child, answers: [] }, [group(4, { age_from: 99 })], today);
  expect(ids(suitable)).toEqual([idOf(4)]);
});
