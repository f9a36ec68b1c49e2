import { csvCode, csvLine } from '@vpisnik/contract/rules/csv';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLines } from './csv-file.ts';
import { CELL, marks, ROW } from './rows.ts';

const cell = fc.string({
  unit: fc.constantFrom(...'=+-@＝0123456789.,;"\'\n\r\t eEčž'),
  maxLength: 14,
});
const kind = fc.constantFrom('text' as const, 'code' as const, 'number' as const);

test('writes many rows as one by one, whatever is in them', () => {
  const table = fc
    .tuple(fc.array(kind, { minLength: 1, maxLength: 5 }), fc.constantFrom(';' as const, ',' as const))
    .chain(([kinds, separator]) =>
      fc.tuple(
        fc.constant(kinds),
        fc.constant(separator),
        fc.array(fc.tuple(...kinds.map(() => cell)), { minLength: 1, maxLength: 5 }),
      ),
    );
  fc.assert(
    fc.property(table, ([kinds, separator, rows]) => {
      const marked = rows.map((row) =>
        row.map((text, at) => text && marks[kinds[at] ?? 'text'] + text).join(CELL),
      );
      const one = (text: string, at: number) =>
        kinds[at] === 'code' || /^0\d+$|^\d{12,}$/.test(text) ? csvCode(text) : text;
      expect(Buffer.from(csvLines(marked.join(ROW), separator)).toString()).toBe(
        rows.map((row) => csvLine(row.map(one), separator)).join(''),
      );
    }),
    { numRuns: 2000 },
  );
});
