import * as argon2 from '@node-rs/argon2';
import { expect, it, vi } from 'vitest';
import { hashPassword, type PasswordLane, verifyPassword } from './passwords.ts';

// the library itself, watched
vi.mock('@node-rs/argon2', { spy: true });

it('hashes with argon2id, 64 MiB, three passes', async () => {
  expect(await hashPassword('Vpisnik-2026!', 'known')).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
});

it('does the same work without an account, and says no', async () => {
  const hash = await hashPassword('Vpisnik-2026!', 'known');
  const costOf = (sealed: unknown) => String(sealed).split('$').slice(0, 4);
  vi.mocked(argon2.verify).mockClear();
  expect(await verifyPassword(null, 'nobody has this password', 'known')).toBe(false);
  expect(await verifyPassword('', 'nobody has this password', 'known')).toBe(false);
  const compared = vi.mocked(argon2.verify).mock.calls.map(([sealed]) => costOf(sealed));
  expect(compared).toEqual([costOf(hash), costOf(hash)]);
});

it('answers all when many come at once', async () => {
  const hash = await hashPassword('Vpisnik-2026!', 'known');
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => verifyPassword(hash, i % 2 ? 'Vpisnik-2026!' : 'a guess', 'known')),
  );
  expect(answers).toEqual(Array.from({ length: 12 }, (_, i) => i % 2 === 1));
});

it('limits the queue of each lane', async () => {
  const works: (() => void)[] = [];
  vi.mocked(argon2.verify).mockImplementation(
    () => new Promise((resolve) => works.push(() => resolve(false))),
  );
  const outcomes = Array.from({ length: 200 }, () =>
    verifyPassword('a hash', 'a guess', 'known').then(String, ({ code }: { code: string }) => code),
  );
  const first = await Promise.any(
    outcomes.map(async (outcome) => ((await outcome) === 'unavailable' ? 'unavailable' : Promise.reject())),
  );
  expect(first).toBe('unavailable');
  for (let done = 0; done < works.length; done += 1) {
    works[done]?.();
    await outcomes[done];
  }
  const counted = Object.groupBy(await Promise.all(outcomes), (outcome) => outcome);
  expect(counted.false).toHaveLength(works.length);
  expect(works.length + (counted.unavailable?.length ?? 0)).toBe(200);
  vi.mocked(argon2.verify).mockRestore();
  // and the next one has its turn
  expect(await verifyPassword(null, 'a guess', 'known')).toBe(false);
});

it('lets strangers wait for one another, and known browsers not for them', async () => {
  const works: { password: string; end: () => void }[] = [];
  vi.mocked(argon2.verify).mockImplementation(
    (_hash, password) =>
      new Promise((resolve) => works.push({ password: String(password), end: () => resolve(false) })),
  );
  const ask = (password: string, lane: PasswordLane) =>
    verifyPassword('a hash', password, lane).then(String, ({ code }: { code: string }) => code);
  const strangers = Array.from({ length: 180 }, (_, at) =>
    ask(`stranger ${at}`, { stranger: '198.51.100.7' }),
  );
  const known = ask('known', 'known');
  // one stranger is judged, twenty wait, and the others hear at once that they can't
  const refused = await Promise.all(strangers.slice(21));
  expect(new Set(refused)).toEqual(new Set(['unavailable']));
  for (let at = 0; at < works.length; at += 1) {
    const before = works.slice(0, at).map(({ password }) => password);
    if (works[at]?.password === 'known') expect(before.length).toBeLessThanOrEqual(1);
    works[at]?.end();
    await (works[at]?.password === 'known' ? known : strangers[Number(works[at]?.password.slice(9))]);
  }
  expect(works).toHaveLength(22);
  vi.mocked(argon2.verify).mockRestore();
});

it('keeps a place of a full queue for a network that has fewer in it', async () => {
  const works: (() => void)[] = [];
  vi.mocked(argon2.verify).mockImplementation(
    () => new Promise((resolve) => works.push(() => resolve(false))),
  );
  const ask = (stranger: string) =>
    verifyPassword('a hash', 'a guess', { stranger }).then(String, ({ code }: { code: string }) => code);
  // ten networks of ten addresses each, a rented block and households of IPv6 among them
  const networks = ['198.51.100.', '2001:db8:1:1::', ...Array.from({ length: 8 }, (_, at) => `203.0.${at}.`)];
  const flood = networks.flatMap((network) =>
    Array.from({ length: 10 }, (_, at) => ask(`${network}${at + 1}`)),
  );
  const honest = ask('192.0.2.1');
  let judging = true;
  const judged = Promise.all([honest, ...flood]).finally(() => {
    judging = false;
  });
  while (judging) {
    works.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await honest).toBe('false');
  const outcomes = (await judged).slice(1);
  const perNetwork = networks.map(
    (_, at) => outcomes.slice(at * 10, at * 10 + 10).filter((one) => one === 'false').length,
  );
  // one was being judged already
  expect(perNetwork.toSorted()).toEqual([2, 2, 2, 2, 2, 2, 2, 2, 2, 2]);
  vi.mocked(argon2.verify).mockRestore();
});
