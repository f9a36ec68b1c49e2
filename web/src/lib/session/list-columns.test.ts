import type { ListColumns } from '@vpisnik/contract/list-columns';
import { expect, it } from 'vitest';
import { createListColumns } from './list-columns.ts';

/** An account as all devices see it. */
function openAccount(columns: ListColumns = {}) {
  const account = {
    columns,
    writes: [] as ListColumns[],
    offline: false,
    /** Settles the writes that are under way. */
    settle: [] as (() => void)[],
    isSlow: false,
    device() {
      const logged: string[] = [];
      const choice = createListColumns({
        read: async () => {
          if (account.offline) throw new Error('offline');
          return account.columns;
        },
        write: async (changed) => {
          account.writes.push(changed);
          if (account.isSlow) await new Promise<void>((resolve) => account.settle.push(resolve));
          if (account.offline) throw new Error('offline');
          account.columns = { groups: { ...account.columns.groups, ...changed.groups } };
        },
        log: (message) => logged.push(message),
      });
      return { ...choice, logged };
    },
  };
  return account;
}

it('starts with the account’s columns, read once', async () => {
  const account = openAccount({ groups: { place: false } });
  const { store, load } = account.device();
  await Promise.all([load(), load()]);
  expect(store.get()).toEqual({ groups: { place: false } });
  expect(account.writes).toEqual([]);
});

it('counts here at once, and on the next device', async () => {
  const account = openAccount({ groups: { place: false } });
  const here = account.device();
  await here.load();
  let told = 0;
  here.store.subscribe(() => {
    told += 1;
  });
  here.store.choose('groups', 'start_date', true);
  expect(here.store.get()).toEqual({ groups: { place: false, start_date: true } });
  expect(told).toBe(1);
  expect(account.writes).toEqual([{ groups: { start_date: true } }]);
  await expect.poll(() => account.columns.groups?.start_date).toBe(true);
  const there = account.device();
  await there.load();
  expect(there.store.get()).toEqual({ groups: { place: false, start_date: true } });
});

it('is written one call after the other, with what has gathered meanwhile', async () => {
  const account = openAccount();
  account.isSlow = true;
  const { store, load } = account.device();
  await load();
  store.choose('groups', 'place', false);
  store.choose('groups', 'place', true);
  store.choose('groups', 'pending', false);
  store.choose('groups', 'place', false);
  expect(account.writes).toEqual([{ groups: { place: false } }]);
  account.settle.shift()?.();
  await expect.poll(() => account.writes.length).toBe(2);
  expect(account.writes[1]).toEqual({ groups: { place: false, pending: false } });
});

it('adds up for every list, and keeps an order whole', async () => {
  const account = openAccount({ payments: { kind: true }, order: { groups: ['place'] } });
  const { store, load } = account.device();
  await load();
  account.isSlow = true;
  store.choose('groups', 'place', false);
  store.choose('payments', 'method', false);
  store.choose('payments', 'instalment', true);
  store.arrange('payments', ['amount', 'kind']);
  store.arrange('payments', ['kind']);
  expect(store.get()).toEqual({
    groups: { place: false },
    payments: { kind: true, method: false, instalment: true },
    order: { groups: ['place'], payments: ['kind'] },
  });
  account.settle.shift()?.();
  await expect.poll(() => account.writes.length).toBe(2);
  expect(account.writes[1]).toEqual({
    payments: { method: false, instalment: true },
    order: { payments: ['kind'] },
  });
});

it('holds here when it can’t be written, and goes with the next one', async () => {
  const account = openAccount();
  const { store, load, logged } = account.device();
  await load();
  account.offline = true;
  store.choose('groups', 'place', false);
  await expect.poll(() => logged).toEqual(['The choice of columns was not saved']);
  expect(store.get()).toEqual({ groups: { place: false } });
  account.offline = false;
  store.choose('groups', 'pending', false);
  await expect.poll(() => account.columns).toEqual({ groups: { place: false, pending: false } });
});

it('is asked for again after a failure, over which a choice made here stays', async () => {
  const account = openAccount({ groups: { place: false, pending: false } });
  const { store, load, logged } = account.device();
  account.offline = true;
  await load();
  expect(logged).toEqual(['The choice of columns could not be loaded']);
  account.offline = false;
  store.choose('groups', 'place', true);
  await load();
  expect(store.get()).toEqual({ groups: { place: true, pending: false } });
});

it('is forgotten with its person, whatever is under way', async () => {
  const account = openAccount({ groups: { place: false } });
  account.isSlow = true;
  const { store, load, forget } = account.device();
  const loading = load();
  forget();
  await loading;
  expect(store.get()).toEqual({});
  await load();
  store.choose('groups', 'pending', false);
  store.choose('groups', 'places', false);
  forget();
  expect(store.get()).toEqual({});
  account.settle.shift()?.();
  await expect.poll(() => account.columns.groups?.pending).toBe(false);
  expect(account.writes).toHaveLength(1);
});
