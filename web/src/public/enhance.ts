import { isLocale, storedLocale, storeLocale } from '../lib/text/locale.ts';
import { tellHeight } from './frame.ts';

/** Adds to a rendered page the offer of the language chosen on this device, and the print button. */
export function enhance(page: Document = document): void {
  tellHeight(page);
  const stored = storedLocale();
  if (stored) page.querySelector(`[data-offer="${stored}"]`)?.removeAttribute('hidden');
  for (const link of page.querySelectorAll<HTMLElement>('[data-language]')) {
    const language = link.dataset.language;
    link.addEventListener('click', () => {
      if (isLocale(language)) storeLocale(language);
    });
  }
  for (const button of page.querySelectorAll<HTMLElement>('[data-print]')) {
    button.hidden = false;
    button.addEventListener('click', () => window.print());
  }
}
