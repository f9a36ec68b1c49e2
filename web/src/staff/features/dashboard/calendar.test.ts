import { describe, expect, it } from 'vitest';
import { foldHeight, hourHeight, layoutDay, measured, stretchesOf, topOf } from './calendar.ts';

const at = (start_time: string, duration: number) => ({ start_time, duration });
const lanes = (...sessions: ReturnType<typeof at>[]) =>
  layoutDay(sessions).map(({ session, lane, lanes }) => `${session.start_time} ${lane + 1}/${lanes}`);

describe('overlapping sessions', () => {
  it('stand alone when they only touch', () => {
    expect(lanes(at('17:00', 60), at('18:00', 60))).toEqual(['17:00 1/1', '18:00 1/1']);
  });

  it('stand side by side, the earlier and longer first', () => {
    expect(lanes(at('17:30', 60), at('17:00', 60), at('17:00', 90))).toEqual([
      '17:00 1/3',
      '17:00 2/3',
      '17:30 3/3',
    ]);
  });

  it('take a lane again as soon as it is free, within one cluster', () => {
    const day = [at('16:00', 120), at('16:00', 30), at('16:30', 30), at('17:00', 120), at('20:00', 60)];
    expect(lanes(...day)).toEqual(['16:00 1/2', '16:00 2/2', '16:30 2/2', '17:00 2/2', '20:00 1/1']);
  });

  it('end with their day when they go past midnight', () => {
    const [late] = layoutDay([at('23:30', 90)]);
    expect([late?.start, late?.end]).toEqual([23 * 60 + 30, 24 * 60]);
  });
});

describe('the hours of a week', () => {
  it('begin with the first session, end with the last, and fold empty hours between', () => {
    expect(stretchesOf([at('09:30', 45), at('11:00', 60), at('16:30', 60)])).toEqual([
      { from: 9, to: 12, folded: false },
      { from: 12, to: 16, folded: true },
      { from: 16, to: 18, folded: false },
    ]);
  });

  it('stay open where folding would save nothing', () => {
    expect(stretchesOf([at('09:00', 60), at('11:00', 60)])).toEqual([{ from: 9, to: 12, folded: false }]);
  });

  it('are none without sessions', () => {
    expect(stretchesOf([])).toEqual([]);
  });

  it('have their places below one another, and none inside a fold', () => {
    const grid = measured(stretchesOf([at('09:00', 60), at('16:00', 60)]));
    expect(grid.height).toBe(2 * hourHeight + foldHeight);
    expect(topOf(9 * 60 + 30, grid)).toBe(hourHeight / 2);
    expect(topOf(16 * 60, grid)).toBe(hourHeight + foldHeight);
    expect(topOf(12 * 60, grid)).toBe(null);
    expect(topOf(8 * 60, grid)).toBe(null);
  });
});
