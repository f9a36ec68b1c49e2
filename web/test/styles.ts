import { onTestFinished } from 'vitest';

/** Gives the page style sheets until the end of the test: those of a public page would change staff pages of the next files. */
export function addStyles(...sheets: string[]): void {
  const style = document.createElement('style');
  style.textContent = sheets.join('\n');
  document.head.append(style);
  onTestFinished(() => style.remove());
}
