import { buffer } from 'node:stream/consumers';
import { readSheet } from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { workbook } from './workbook.ts';

/** The texts of a workbook's one column as they are read from it. */
async function told(...texts: string[]): Promise<unknown[]> {
  async function* rows() {
    for (const text of texts) yield { text, count: 1 };
  }
  const columns = [{ fact: 'staff_notes', header: 'Interni zapiski', kind: 'text' }] as const;
  const [, ...read] = await readSheet(await buffer(workbook(columns, rows(), 'sl')));
  return read.flat();
}

test('a text that is longer than a cell may be is cut, and says so', async () => {
  const longest = 'č'.repeat(32_767);
  const [whole, cut, atHalf] = await told(longest, `${longest}č`, `a${'😀'.repeat(17_000)}`);
  expect(whole).toBe(longest);
  expect(cut).toBe(`${'č'.repeat(32_753)} … (skrajšano)`);
  expect(atHalf).toBe(`a${'😀'.repeat(16_376)} … (skrajšano)`);
});
