import { describe, expect, it } from 'vitest';
import { orderOf, readDay, readInstant } from './days.ts';
import { readChoices, readStatus, readTick, turnedName } from './values.ts';

// fixed days: cells are read, whenever that is

describe('a moment', () => {
  it.each([
    ['21. 9. 2026 17:03:22', '2026-09-21T15:03:22Z'],
    ['21.9.2026, 17.03', '2026-09-21T15:03:00Z'],
    ['2026-01-05 08:00', '2026-01-05T07:00:00Z'],
    ['2026/09/21 5:03:22 PM GMT+2', '2026-09-21T15:03:22.000Z'],
    ['2026/09/21 12:03:22 dop. GMT+2', '2026-09-20T22:03:22.000Z'],
    ['9/21/2026 17:03:22', '2026-09-21T15:03:22Z'],
    ['2026-09-21', '2026-09-21T10:00:00Z'],
  ])('%s is read', (cell, instant) => {
    expect(readInstant(cell, 'month_first', 'Europe/Ljubljana', '12:00:00')).toEqual({ instant });
  });

  it.each(['21. 9.', 'včeraj', '31. 9. 2026 8:00', '21. 9. 2026 25:00', '2026-13-01'])(
    '%s is none',
    (cell) => {
      expect(readInstant(cell, 'day_first', 'Europe/Ljubljana', '12:00:00')).toBe('invalid_date');
    },
  );
});

describe('days with slashes', () => {
  it('are read as the other cells of their column tell', () => {
    expect(orderOf(['1. 2. 2015', '2015-02-01'], 'day_first')).toBeUndefined();
    expect(orderOf(['1/2/2015'], 'month_first')).toBe('month_first');
    expect(orderOf(['1/2/2015', '13/2/2015'], 'month_first')).toBe('day_first');
    expect(orderOf(['1/2/2015', '2/13/2015'], 'day_first')).toBe('month_first');
    expect(readDay('3/4/2015', 'day_first')).toEqual({ day: '2015-04-03' });
    expect(readDay('3/4/2015', 'month_first')).toEqual({ day: '2015-03-04' });
  });

  it('that are written in both orders are read where only one is possible', () => {
    const order = orderOf(['13/2/2015', '2/13/2015'], 'day_first');
    expect(order).toBeNull();
    expect(readDay('13/2/2015', null)).toEqual({ day: '2015-02-13' });
    expect(readDay('2/13/2015', null)).toEqual({ day: '2015-02-13' });
    expect(readDay('4/4/2015', null)).toEqual({ day: '2015-04-04' });
    expect(readDay('3/4/2015', null)).toBe('ambiguous_date');
  });
});

it('statuses are words of both languages, in any gender', () => {
  const words = [
    'V obravnavi',
    'potrjeno',
    'Sprejeta',
    'na čakalni listi',
    'Waiting list',
    'zavrnjen',
    'Odjavljena',
    'Umaknjena',
  ];
  expect(words.map(readStatus)).toEqual([
    ...['pending', 'approved', 'approved', 'waitlisted', 'waitlisted', 'rejected', 'inactive', 'inactive'],
  ]);
  expect(readStatus('morda')).toBeUndefined();
});

it('a tick is an answer, the sentence that was ticked, or the question', () => {
  const name = { sl: 'Dovolim objavo fotografij', en: 'Photographs may be published' };
  for (const said of [
    'Da',
    'TRUE',
    'x',
    'Strinjam se z obdelavo',
    'I agree to this',
    'photographs may be published',
  ])
    expect(readTick(said, name), said).toBe(true);
  for (const said of ['ne', '0', 'Ne strinjam se', 'Se ne strinjam', 'I do not agree', 'No, thanks'])
    expect(readTick(said, name), said).toBe(false);
  expect(readTick('morda', name)).toBeUndefined();
});

it('several choices are told apart, also where their names hold commas', () => {
  const named = { mon: 'Ponedeljek', wed: 'Sreda', late: 'Sreda, pozno', fri: 'Petek' };
  const options = Object.entries(named).map(([value, sl]) => ({ value, name: { sl } }));
  expect(readChoices('ponedeljek, Sreda, pozno, Petek', options)).toEqual(['mon', 'late', 'fri']);
  expect(readChoices('Sreda; Sreda', options)).toEqual(['wed']);
  expect(readChoices('Torek', options)).toBeUndefined();
});

it('a name that begins with the surname is turned round', () => {
  expect(['Novak Ana Marija', 'Novak Kos, Ana', 'Ana'].map(turnedName)).toEqual([
    'Ana Marija Novak',
    'Ana Novak Kos',
    'Ana',
  ]);
});
