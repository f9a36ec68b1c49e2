import { describe, expect, test } from 'vitest';
import { groupOf } from '../../../../../../test/fixtures/groups.ts';
import { takeUnits } from '../../../../../lib/form/merge.ts';
import { changedFields, mergeGroup, valuesOf } from '../values.ts';

const base = valuesOf(groupOf());

describe('merging an earlier save', () => {
  test('keeps changes of one side, language by language', () => {
    const mine = { ...base, capacity: 18, name: { ...base.name, sl: 'Moderni ples I' } };
    const saved = groupOf({ name: { sl: 'Moderni ples', en: 'Modern dance I' }, when_full: 'close' });
    const { values, conflicts } = mergeGroup(base, mine, saved);
    expect(conflicts).toEqual([]);
    expect(values).toMatchObject({
      capacity: 18,
      name: { sl: 'Moderni ples I', en: 'Modern dance I' },
      when_full: 'close',
    });
    expect(changedFields(valuesOf(saved), values)).toEqual(['name', 'capacity']);
  });

  test('the same change on both sides is no conflict', () => {
    const { conflicts } = mergeGroup(base, { ...base, capacity: 20 }, groupOf({ capacity: 20 }));
    expect(conflicts).toEqual([]);
  });

  test('lists units that both changed, keeps our value, and can take theirs', () => {
    const mine = { ...base, capacity: 18, label: 'moj' };
    const saved = groupOf({ capacity: 20, label: 'njihov' });
    const { values, conflicts } = mergeGroup(base, mine, saved);
    expect(conflicts).toEqual([
      { unit: 'label', mine: 'moj', theirs: 'njihov' },
      { unit: 'capacity', mine: 18, theirs: 20 },
    ]);
    expect(values).toMatchObject({ capacity: 18, label: 'moj' });
    expect(takeUnits(values, ['capacity'], valuesOf(saved))).toMatchObject({ capacity: 20, label: 'moj' });
  });

  test('a text that one side cleared and the other left alone stays cleared', () => {
    const { values, conflicts } = mergeGroup(base, base, groupOf({ description: { sl: '' } }));
    expect(conflicts).toEqual([]);
    expect(values.description.en ?? '').toBe('');
  });
});
