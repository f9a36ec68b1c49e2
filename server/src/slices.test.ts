import { expect, onTestFinished, test, vi } from 'vitest';
import { mapInSlices, SLICE } from './slices.ts';

test('others have their turn after each slice of work on many rows', async () => {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  const seen: string[] = [];
  const made = await mapInSlices(['a', 'b', 'c', 'd', 'e'], (row, at) => {
    setImmediate(() => seen.push('another'));
    now += SLICE / 2;
    seen.push(row);
    return at;
  });
  expect(made).toEqual([0, 1, 2, 3, 4]);
  expect(seen).toEqual(['a', 'b', 'another', 'another', 'c', 'd', 'another', 'another', 'e']);
});
