import { createHash } from 'node:crypto';
import type { Sums } from './format.ts';

/** Sums files as they pass, in the order in which they come. */
export class FileSums {
  #digest = createHash('sha256');
  #bytes = 0;
  #count = 0;

  begin(key: string): void {
    this.#count += 1;
    this.#digest.update(`${key}\n`);
  }

  add(data: Uint8Array): void {
    this.#bytes += data.length;
    this.#digest.update(data);
  }

  end(): Sums['files'] {
    return { count: this.#count, bytes: this.#bytes, sha256: this.#digest.digest('hex') };
  }
}
