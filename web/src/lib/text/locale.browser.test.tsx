import { expect, it, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { startI18n, useI18n, wholeTexts } from './i18n.ts';
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

it('has all texts also where they are asked for before the first ones have come', async () => {
  void startI18n('sl', 'daily');
  await wholeTexts();
  const { result } = await renderHook(() => useI18n());
  expect(result.current.t('modules.sign_in.email')).toBe('E-poštni naslov');
});
