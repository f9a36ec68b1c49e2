import { expect } from 'vitest';

/** The page's one field for a file, once it is there; it has no role to be found by. */
export async function fileInput(): Promise<HTMLInputElement> {
  const fields = () => document.querySelectorAll<HTMLInputElement>('input[type=file]');
  await expect.poll(() => fields().length).toBe(1);
  return fields()[0] as HTMLInputElement;
}
