import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { sessionOf, sessionStore } from '../../../test/render.tsx';
import { type Ending, type SessionState, signedOut } from '../session/context.ts';
import { draftKey, draftsOf, dropDraft, followSession, readDraft, writeDraft } from './drafts.ts';

const day = 24 * 60 * 60 * 1000;
const keys = () => Object.keys(localStorage).sort();
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

const mine = draftKey('maja', 'zvezda', 'group.new');

test('a draft is its account and organisation’s own, for two weeks', () => {
  writeDraft(mine, { name: 'Tango' });
  expect(readDraft(mine)?.content).toEqual({ name: 'Tango' });
  expect(readDraft(draftKey('nina', 'zvezda', 'group.new'))).toBe(null);
  expect(readDraft(draftKey('maja', 'zmaj', 'group.new'))).toBe(null);
  vi.useFakeTimers({ now: Date.now() + 15 * day });
  expect(readDraft(mine)).toBe(null);
});

test('lists drafts of new things, the latest first, without expired ones', () => {
  const keys = [mine, `${mine}.1`, `${mine}.2`];
  vi.useFakeTimers({ now: Date.now() });
  for (const key of [...keys, `${mine}er`]) {
    writeDraft(key, {});
    vi.setSystemTime(Date.now() + 4 * day);
  }
  expect(draftsOf(mine)).toEqual([`${mine}.2`, `${mine}.1`]);
});

test('drafts go one by one', () => {
  const other = draftKey('nina', 'zvezda', 'group.1');
  for (const key of [mine, other]) writeDraft(key, {});
  dropDraft(mine);
  expect(readDraft(mine)).toBe(null);
  expect(readDraft(other)).not.toBe(null);
});

test('reads malformed storage as no draft', () => {
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

describe('the drafts of a device', () => {
  const maja = sessionOf('GROUP_ADMIN');
  const nina: SessionState = { ...maja, user: maja.user && { ...maja.user, id: 'nina' } };
  const hers = draftKey(maja.user?.id ?? '', 'zvezda', 'group.1');
  const ninas = draftKey('nina', 'zvezda', 'group.1');
  const aged = (draft: string, days: number) =>
    localStorage.setItem(
      draft,
      JSON.stringify({ saved_at: new Date(Date.now() - days * day).toISOString(), content: {} }),
    );

  /** A page of the app that starts with a session, and whose session ends for a reason. */
  async function open(initial: SessionState, ending: Ending | null = null) {
    const store = sessionStore(signedOut);
    localStorage.setItem('vpisnik.locale', 'sl');
    followSession({
      ...store,
      ending: () => ending,
      check: async () => {
        store.set(initial);
        return initial;
      },
    });
    await expect.poll(() => store.get()).toBe(initial);
    return store;
  }

  it('are kept at the start if unexpired and of the signed-in user', async () => {
    const old = draftKey(maja.user?.id ?? '', 'zvezda', 'group.2');
    aged(hers, 13);
    aged(old, 15);
    aged(ninas, 0);
    await open(maja);
    expect(keys()).toEqual([hers, 'vpisnik.locale']);
  });

  it('expire after a day when a page opens without a session', async () => {
    aged(hers, 0.9);
    aged(ninas, 1.1);
    await open(signedOut);
    await expect.poll(keys).toEqual([hers, 'vpisnik.locale']);
  });

  it('stay as they are while the session is unknown', async () => {
    aged(hers, 13);
    followSession({ ...sessionStore(signedOut), check: () => Promise.reject(new Error('offline')) });
    await Promise.resolve();
    expect(keys()).toEqual([hers]);
  });

  it.each(['signed_out', 'account_inactive'] as const)('go with a session that is %s', async (ending) => {
    const store = await open(maja, ending);
    aged(hers, 0);
    store.set(signedOut);
    expect(keys()).toEqual(['vpisnik.locale']);
  });

  it('wait for their person when the session just ended', async () => {
    const store = await open(maja, 'session_ended');
    aged(hers, 0);
    store.set(signedOut);
    expect(readDraft(hers)).not.toBe(null);
    store.set(maja);
    expect(readDraft(hers)).not.toBe(null);
  });

  it('wait behind the question for a new sign-in, and go when it is given up', async () => {
    const store = await open(maja, 'session_ended');
    aged(hers, 0);
    store.set({ ...maja, lapsed: true });
    store.set(maja);
    store.set({ ...maja, lapsed: true });
    expect(readDraft(hers)).not.toBe(null);
    store.set(signedOut);
    expect(keys()).toEqual(['vpisnik.locale']);
  });

  it('are gone before another user is in', async () => {
    const store = await open(maja, 'session_ended');
    aged(hers, 0);
    store.set(signedOut);
    store.set(nina);
    expect(keys()).toEqual(['vpisnik.locale']);
  });
});
