import { expect } from 'vitest';

/** Waits for the page's only file input, which no role finds. */
export async function fileInput(): Promise<HTMLInputElement> {
  const fields = () => document.querySelectorAll<HTMLInputElement>('input[type=file]');
  await expect.poll(() => fields().length).toBe(1);
  return fields()[0] as HTMLInputElement;
}
