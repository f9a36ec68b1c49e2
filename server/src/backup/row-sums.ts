import { createHash, hash } from 'node:crypto';
import type { Sums } from './format.ts';

const NEWLINE = 10;

/** Sums rows in COPY's text format as they pass; in it a line feed ends a row and is nothing else. */
export class RowSums {
  #digest = createHash('sha256');
  #bytes = 0;
  #rows = 0;
  /** Of each row's hash, added up; they wrap around. */
  #unordered = new Uint32Array(4);

  /** Takes whole rows. */
  add(rows: Buffer): void {
    this.#digest.update(rows);
    this.#bytes += rows.length;
    for (let start = 0; start < rows.length; ) {
      const end = rows.indexOf(NEWLINE, start) + 1 || rows.length;
      const digest = hash('sha1', rows.subarray(start, end), 'buffer');
      for (const [lane, sum] of this.#unordered.entries())
        this.#unordered[lane] = sum + digest.readUInt32LE(lane * 4);
      this.#rows += 1;
      start = end;
    }
  }

  end(): Sums['tables'][string] {
    return {
      rows: this.#rows,
      bytes: this.#bytes,
      sha256: this.#digest.digest('hex'),
      unordered: Array.from(this.#unordered, (sum) => sum.toString(16).padStart(8, '0')).join(''),
    };
  }
}

/** Cuts a stream of rows into pieces of at most so many bytes that end with a row; a longer row is a piece of its own. */
export async function* piecesOfRows(stream: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer> {
  let kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    if (end > 0 && bytes + end >= most) {
      yield Buffer.concat([...kept, chunk.subarray(0, end)]);
      kept = [chunk.subarray(end)];
    } else kept.push(chunk);
    bytes = kept.reduce((sum, { length }) => sum + length, 0);
  }
  if (bytes > 0) yield Buffer.concat(kept);
}
