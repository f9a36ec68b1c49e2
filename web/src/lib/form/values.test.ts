import { type LocationInput, locations } from '@vpisnik/contract/locations';
import { describe, expect, test } from 'vitest';
import {
  blankTexts,
  pickFields,
  reordered,
  valueAt,
  valuesFrom,
  withoutBlanks,
  withValueAt,
} from './values.ts';

const values = {
  name: { sl: 'Balet', en: 'Ballet' },
  fields: [
    { key: 'a', options: [{ name: 'M' }] },
    { key: 'b', options: [{ name: 'L' }] },
  ],
};

describe('a path', () => {
  test('leads to a value through objects and lists, or nowhere', () => {
    expect(valueAt(values, 'name.en')).toBe('Ballet');
    expect(valueAt(values, 'fields.1.options.0.name')).toBe('L');
    expect(valueAt(values, 'fields.2.options.0.name')).toBeUndefined();
  });

  test('sets one value and keeps everything beside it', () => {
    const next = withValueAt(values, 'fields.1.options.0.name', 'XL');
    expect(next.fields[1]).toEqual({ key: 'b', options: [{ name: 'XL' }] });
    expect(next.fields[0]).toBe(values.fields[0]);
    expect(next.name).toBe(values.name);
    expect(values.fields[1]?.options[0]?.name).toBe('L');
  });

  test('sets a text of a language that had none', () => {
    expect(withValueAt({ name: {} }, 'name.sl', 'Jazz')).toEqual({ name: { sl: 'Jazz' } });
  });
});

test('values come from a row, and from the empty form where the row has none', () => {
  const empty = { address: '', capacity: 10 as number | null };
  expect(valuesFrom(empty, { address: null, capacity: 0 })).toEqual({ address: '', capacity: 0 });
  expect(valuesFrom(empty, null)).toEqual(empty);
});

test('a PATCH gets the fields that changed and no others', () => {
  expect(pickFields({ name: 'A', address: 'B', comment: 'C' }, ['comment', 'name'])).toEqual({
    comment: 'C',
    name: 'A',
  });
});

test('an item of a list gets another place', () => {
  expect(reordered(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(reordered(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
});

test('a form of texts begins empty, and null is sent where nothing is written and the body knows null', () => {
  const { name, address, google_maps_link } = locations.create.body.shape;
  const body = { shape: { name, address, google_maps_link } };
  expect(blankTexts(body)).toEqual({ name: '', address: '', google_maps_link: '' });
  expect(
    withoutBlanks<LocationInput, keyof typeof body.shape>(body, {
      name: 'Dvorana',
      address: '',
      google_maps_link: ' ',
    }),
  ).toEqual({
    name: 'Dvorana',
    address: '',
    google_maps_link: null,
  });
});
