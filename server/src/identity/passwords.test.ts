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
    const answer = await verifyPassword(stored, 'a guess');
    return { answer, milliseconds: performance.now() - from };
  };
  const somebody = await time(hash);
  const nobody = await time(null);
  expect([somebody.answer, nobody.answer]).toEqual([false, false]);
  expect(nobody.milliseconds).toBeGreaterThan(somebody.milliseconds / 4);
});

it('answers everybody when many come at once', async () => {
  const hash = await hashPassword('Vpisnik-2026!');
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => verifyPassword(hash, i % 2 ? 'Vpisnik-2026!' : 'a guess')),
  );
  expect(answers).toEqual(Array.from({ length: 12 }, (_, i) => i % 2 === 1));
});
