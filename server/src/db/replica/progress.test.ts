import { describe, expect, test } from 'vitest';
import { Progress } from './progress.ts';

describe('a replica', () => {
  test('is as far behind as the primary has been known to be further', () => {
    const progress = new Progress(10_000);
    progress.note(100n, 0);
    progress.note(200n, 1_000);
    progress.note(300n, 2_000);
    expect([300n, 200n, 100n, 50n].map((position) => progress.behind(position, 5_000))).toEqual([
      ...[0, 3_000, 4_000, 5_000],
    ]);
  });

  test('is not behind a primary at rest, however long it rests', () => {
    const progress = new Progress(10_000);
    for (const at of [0, 60_000, 3_600_000]) progress.note(100n, at);
    expect(progress.behind(100n, 3_600_000)).toBe(0);
    expect(progress.floor(3_600_000)).toBe(100n);
  });

  test('must know what is older than the limit, and at first all that there is', () => {
    const progress = new Progress(10_000);
    expect(progress.floor(0)).toBeUndefined();
    progress.note(100n, 0);
    expect(progress.floor(1)).toBe(100n);
    for (let at = 1_000; at <= 30_000; at += 1_000) progress.note(BigInt(100 + at), at);
    expect(progress.floor(30_000)).toBe(20_100n);
    // looked at no more, it must know the last
    expect(progress.floor(90_000)).toBe(30_100n);
  });

  test('of a primary that has gone back is measured by the new one', () => {
    const progress = new Progress(10_000);
    progress.note(500n, 0);
    progress.note(300n, 1_000);
    expect(progress.behind(300n, 2_000)).toBe(0);
    expect(progress.floor(2_000)).toBe(300n);
  });
});
