import { expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

it('hashes with argon2id, 64 MiB, three passes', async () => {
  expect(await hashPassword('Vpisnik-2026!')).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/);
});

it('takes as long for nobody as for somebody, and says no', async () => {
  const hash = await hashPassword('Vpisnik-2026!');
  await verifyPassword(null, 'first use prepares the comparison');
  const time = async (stored: string | null) => {
    const from = performance.now();
    expect(await verifyPassword(stored, 'a guess')).toBe(false);
    return performance.now() - from;
  };
  // the fastest of some, in turn: what else the machine does meanwhile slows only some of them
  const somebody: number[] = [];
  const nobody: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    somebody.push(await time(hash));
    nobody.push(await time(null));
  }
  expect(Math.min(...nobody)).toBeGreaterThan(Math.min(...somebody) / 4);
});

it('answers everybody when many come at once', async () => {
  const hash = await hashPassword('Vpisnik-2026!');
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => verifyPassword(hash, i % 2 ? 'Vpisnik-2026!' : 'a guess')),
  );
  expect(answers).toEqual(Array.from({ length: 12 }, (_, i) => i % 2 === 1));
});
