import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';

async function* inPieces(text: string, length: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

test.each([1_000, 65_536, 1_500_000])(
  'lines are whole, however they come: %i bytes at a time',
  async (length) => {
    const long = 'Ž'.repeat(700_000);
    const lines = [
      'kratka',
      long,
      '',
      'še ena',
      ...Array.from({ length: 50_000 }, (_, at) => `vrstica ${at}`),
      long,
    ];
    const read = await Array.fromAsync(linesOf(inPieces(`${lines.join('\n')}\n`, length)));
    expect(read.length).toBeGreaterThan(1);
    expect(read.flat()).toEqual(lines);
  },
);

test('no lines are none, and one without an end is damaged', async () => {
  expect(await Array.fromAsync(linesOf(inPieces('', 1)))).toEqual([]);
  await expect(Array.fromAsync(linesOf(inPieces('ena\ndve', 2)))).rejects.toThrow('damaged');
});
