import { expect, test } from 'vitest';
import { alikeOf } from './alike.ts';
import type { StatementLine } from './parse/lines.ts';
import type { OtherEntry } from './queries.ts';

// fixed days: no clock reads them

const told = { day: '2026-11-17', payer_name: '', payer_iban: '', reference: '' };
const line = (entry_key: string, given: Partial<StatementLine> = {}): StatementLine => ({
  ...{ ...told, entry_key, position: 0, cents: 3500n, currency: 'EUR', text: '', told_in: '', identity: '' },
  ...given,
});
const stored = (entry_key: string, given: Partial<OtherEntry> = {}): OtherEntry => ({
  ...{ ...told, entry_key, position: 0, amount: '35.00' },
  ...given,
});
const alike = (lines: StatementLine[], others: OtherEntry[]) =>
  Object.fromEntries(
    alikeOf(
      Map.groupBy(lines, ({ entry_key }) => entry_key),
      others,
    ),
  );

test('the same day and amount are alike unless reference, account or name say otherwise', () => {
  expect(alike([line('a')], [stored('x')])).toEqual({ a: 'x' });
  expect(alike([line('a')], [stored('x', { day: '2026-11-18' })])).toEqual({});
  expect(alike([line('a')], [stored('x', { amount: '35.01' })])).toEqual({});
  const lah = { payer_name: 'LAH PETRA' };
  expect(alike([line('a', { payer_name: 'Petra Lah' })], [stored('x', lah)])).toEqual({ a: 'x' });
  expect(alike([line('a', { payer_name: 'Eva Kos' })], [stored('x', lah)])).toEqual({});
  const referred = { payer_name: 'Eva Kos', reference: 'SI12 123-4' };
  expect(alike([line('a', referred)], [stored('x', { ...lah, reference: 'SI121234' })])).toEqual({ a: 'x' });
  expect(
    alike([line('a', { ...lah, reference: 'SI129' })], [stored('x', { ...lah, reference: 'SI121' })]),
  ).toEqual({});
});

test('a few days apart reference, account or name have to be the same', () => {
  const name = { payer_name: 'Petra Lah' };
  const friday = stored('x', { ...name, day: '2026-11-14' });
  expect(alike([line('a', name)], [friday])).toEqual({ a: 'x' });
  expect(alike([line('a')], [friday])).toEqual({});
  expect(alike([line('a', { payer_name: 'Eva Kos' })], [friday])).toEqual({});
  expect(alike([line('a', name)], [stored('x', { ...name, day: '2026-11-13' })])).toEqual({});
  expect(alike([line('a', name)], [stored('x', { ...name, day: '2026-11-20' })])).toEqual({ a: 'x' });
  // the one of the same day is meant, if there is one
  expect(alike([line('a', name)], [friday, stored('y', name)])).toEqual({ a: 'y' });
  // two months of a standing order are two
  expect(alike([line('a', name)], [stored('x', { ...name, day: '2026-10-17' })])).toEqual({});
});

test('as many are alike as are there, those that say the same before those that say nothing', () => {
  const [ena, dve] = [{ payer_name: 'Ena Kos' }, { payer_name: 'Dve Rus' }];
  expect(alike([line('a'), line('b', ena), line('c', dve)], [stored('x', ena), stored('y')])).toEqual({
    a: 'y',
    b: 'x',
  });
  expect(alike([line('a'), line('b')], [stored('x')])).toEqual({ a: 'x' });
});

test('the sum of an entry is its parts, whichever was there first', () => {
  const parts = [0, 1].map((position) => stored('x', { position, amount: '17.50' }));
  expect(alike([line('a')], parts)).toEqual({ a: 'x' });
  const lines = [0, 1].map((position) => line('a', { position, cents: 1750n }));
  expect(alike(lines, [stored('x')])).toEqual({ a: 'x' });
  expect(alike(lines, [stored('x', { amount: '17.50' })])).toEqual({});
});
