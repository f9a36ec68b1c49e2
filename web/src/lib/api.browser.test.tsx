import type { ApiError } from '@vpisnik/contract/kit';
import { expect, it, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { api } from './api.ts';
import { errorText } from './form/error-text.ts';
import { startI18n, useI18n } from './text/i18n.ts';

it('knows a call that no page begins with, and refuses it in words that no page begins with', async () => {
  await startI18n('sl', 'daily');
  const asked = vi
    .spyOn(window, 'fetch')
    .mockImplementation(async () => Response.json({ code: 'code_expired', status: 410 }, { status: 410 }));
  const { result } = await renderHook(() => useI18n());
  const body = { email: 'nova@primer.si', code: 'stara' };
  const refusal: ApiError = await api.accounts.checkSignUp({ body }).catch((error) => error);
  expect(asked.mock.calls.map(([url]) => url)).toEqual(['/api/confirm-sign-up/check']);
  expect(errorText(refusal, result.current.t, 'errors.activation.failed')).toBe('Ta koda je potekla.');
});

it('has the same calls each time, as what a query depends on', () => {
  expect(api.groups.list).toBe(api.groups.list);
  expect(api.groups.list.key({ query: { limit: 5 } })).toEqual(['groups', 'list', { query: { limit: 5 } }]);
});
