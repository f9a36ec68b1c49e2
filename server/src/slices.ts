import { setImmediate } from 'node:timers/promises';

/** Milliseconds that work on many rows keeps the thread before other requests have their turn. */
export const SLICE = 20;

/** Makes something of each of many rows, in slices between which other requests have their turn. */
export async function mapInSlices<Row, Made>(
  rows: readonly Row[],
  make: (row: Row, at: number) => Made,
): Promise<Made[]> {
  const made: Made[] = [];
  let began = performance.now();
  for (const [at, row] of rows.entries()) {
    if (performance.now() - began >= SLICE) {
      await setImmediate();
      began = performance.now();
    }
    made.push(make(row, at));
  }
  return made;
}
