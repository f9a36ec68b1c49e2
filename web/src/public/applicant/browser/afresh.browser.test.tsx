import { expect, test, vi } from 'vitest';
import { fetchAfresh } from './afresh.ts';

test('a page that is gone back to is fetched anew, one that has just come is not', () => {
  const fetchAnew = vi.fn();
  fetchAfresh(fetchAnew);
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(fetchAnew).not.toHaveBeenCalled();
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(fetchAnew).toHaveBeenCalledOnce();
});
