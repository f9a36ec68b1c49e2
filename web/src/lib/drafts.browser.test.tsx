import { expect, test, vi } from 'vitest';
import { draftKey, dropAllDrafts, dropDraft, readDraft, writeDraft } from './drafts.ts';

const mine = draftKey('maja', 'zvezda', 'group.new');

test('a draft is its account and organisation’s own, for two weeks', () => {
  writeDraft(mine, { name: 'Tango' });
  expect(readDraft(mine)?.content).toEqual({ name: 'Tango' });
  expect(readDraft(draftKey('nina', 'zvezda', 'group.new'))).toBe(null);
  expect(readDraft(draftKey('maja', 'zmaj', 'group.new'))).toBe(null);
  vi.useFakeTimers({ now: Date.now() + 15 * 24 * 60 * 60 * 1000 });
  expect(readDraft(mine)).toBe(null);
  // whoever writes the next one throws it away
  const other = draftKey('maja', 'zvezda', 'group.1');
  writeDraft(other, {});
  expect(Object.keys(localStorage)).toEqual([other]);
  vi.useRealTimers();
});

test('drafts go one by one or all at once, and nothing else with them', () => {
  localStorage.setItem('vpisnik.locale', 'sl');
  const other = draftKey('nina', 'zvezda', 'group.1');
  for (const key of [mine, other]) writeDraft(key, {});
  dropDraft(mine);
  expect(readDraft(mine)).toBe(null);
  expect(readDraft(other)).not.toBe(null);
  dropAllDrafts();
  expect(Object.keys(localStorage)).toEqual(['vpisnik.locale']);
});

test('what is no draft is taken for none', () => {
  localStorage.setItem(mine, '{');
  expect(readDraft(mine)).toBe(null);
  localStorage.setItem(mine, 'null');
  expect(readDraft(mine)).toBe(null);
  localStorage.setItem(mine, '{"saved_at":"yesterday","content":1}');
  expect(readDraft(mine)).toBe(null);
});

test('a browser that refuses storage loses the memory, not the form', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(() => writeDraft(mine, {})).not.toThrow();
});
