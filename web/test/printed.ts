import { cdp } from 'vitest/browser';

/** The lines that the page would have on paper. */
export async function printed(): Promise<string[]> {
  const session = cdp();
  await session.send('Emulation.setEmulatedMedia', { media: 'print' });
  const lines = document.body.innerText.split('\n').map((line) => line.trim());
  await session.send('Emulation.setEmulatedMedia', { media: '' });
  return lines.filter(Boolean);
}
