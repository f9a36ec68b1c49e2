import { expect, it } from 'vitest';
import { createActing } from './acting.ts';

const [one, other] = ['0199a000-0000-7000-8000-000000000001', '0199a000-0000-7000-8000-000000000002'];

function openTab({ isAdmin = true, asked = null as string | null, memory = new Map<string, string>() } = {}) {
  const tab = { asked };
  const acting = createActing({
    isAdmin: () => isAdmin,
    storage: {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    },
    address: {
      read: () => tab.asked,
      drop: () => {
        tab.asked = null;
      },
    },
  });
  return { acting, tab, memory };
}

it('is for platform ADMINs alone', () => {
  const { acting, memory } = openTab({ isAdmin: false, asked: one });
  expect(acting.id()).toBeNull();
  expect(memory.size).toBe(0);
});

it('takes the address first, then what the tab remembers; a choice by hand replaces both', async () => {
  const { acting, tab, memory } = openTab({ asked: one });
  expect(acting.id()).toBe(one);
  tab.asked = null;
  expect(acting.id()).toBe(one);
  expect(openTab({ memory }).acting.id()).toBe(one);
  tab.asked = one;
  acting.choose(other);
  expect(acting.id()).toBe(other);
  expect(await acting.mayWrite()).toBe(true);
  acting.forget();
  expect(acting.id()).toBeNull();
  expect(memory.size).toBe(0);
});

it('reads nothing but an id from the address', () => {
  expect(openTab({ asked: "1' or '1" }).acting.id()).toBeNull();
});

it('asks once before the first write where a link has chosen, until it is answered with yes', async () => {
  const { acting, memory } = openTab({ asked: one });
  acting.id();
  let told = 0;
  acting.question.subscribe(() => {
    told += 1;
  });
  const writes = [acting.mayWrite(), acting.mayWrite()];
  expect(acting.question.isOpen()).toBe(true);
  acting.question.answer(false);
  expect(await Promise.all(writes)).toEqual([false, false]);
  expect(acting.question.isOpen()).toBe(false);
  // a reload asks as well
  const again = openTab({ memory }).acting;
  const write = again.mayWrite();
  again.question.answer(true);
  expect(await write).toBe(true);
  expect(await again.mayWrite()).toBe(true);
  expect(again.question.isOpen()).toBe(false);
  expect(told).toBe(2);
});

it('goes on where the browser refuses to remember', () => {
  const refuse = () => {
    throw new Error('refused');
  };
  const acting = createActing({
    isAdmin: () => true,
    storage: { getItem: refuse, setItem: refuse, removeItem: refuse },
    address: { read: () => null, drop: () => {} },
  });
  acting.choose(one);
  expect(acting.id()).toBe(one);
});
