import { expect, it, vi } from 'vitest';
import { initialLocale, storeLocale } from './locale.ts';

it('is the stored language, then the browser’s, then Slovenian', () => {
  const languages = vi.spyOn(navigator, 'languages', 'get');
  languages.mockReturnValue(['en-GB']);
  expect(initialLocale()).toBe('en');
  storeLocale('sl');
  expect(initialLocale()).toBe('sl');
  localStorage.setItem('vpisnik.locale', 'xx');
  expect(initialLocale()).toBe('en');
  languages.mockReturnValue(['de']);
  expect(initialLocale()).toBe('sl');
});

it('needs no storage', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('refused', 'SecurityError');
  });
  storeLocale('en');
  expect(initialLocale()).toBe('sl');
});
