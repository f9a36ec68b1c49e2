import { vi } from 'vitest';
import { patience } from '../../patience.ts';

/**
 * What a look gives as soon as it throws nothing; its last error when it goes on throwing. The machine may be busy, so the second
 * that `vi.waitFor` grants by itself is too little.
 *
 * @param timeout in milliseconds
 */
export const until = <T>(look: () => T | Promise<T>, timeout = patience.sign): Promise<T> =>
  vi.waitFor(look, { timeout, interval: 50 });
