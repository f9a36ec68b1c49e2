import type { Notice } from '@vpisnik/contract/rules/installation';
import { beforeEach, expect, it, vi } from 'vitest';

// what a page knows goes with it
let { followNotice, takeNotice, hearNotice } = {} as typeof import('./notice.ts');
beforeEach(async () => {
  vi.resetModules();
  ({ followNotice, takeNotice, hearNotice } = await import('./notice.ts'));
});

const noticeOf = (version: number): Notice => ({
  texts: { sl: `Obvestilo ${version}` },
  read_only: false,
  version,
});

/** Answers to who asks for the notice, one after the other. */
function answering(...answers: (Notice | null)[]) {
  const asked = vi.fn(async () => answers.shift() ?? null);
  followNotice(null, asked);
  return asked;
}
const settled = () => new Promise<void>((done) => queueMicrotask(() => queueMicrotask(done)));

it('is asked for when an answer speaks of a newer one, once', async () => {
  const asked = answering(noticeOf(3));
  takeNotice(null);
  hearNotice(null);
  expect(asked).not.toHaveBeenCalled();
  hearNotice('3');
  hearNotice('3');
  await settled();
  hearNotice('3');
  expect(asked).toHaveBeenCalledTimes(1);
});

it('is asked for when no answer speaks of it any more', async () => {
  const asked = answering(null);
  takeNotice(noticeOf(3));
  hearNotice(null);
  await settled();
  hearNotice(null);
  expect(asked).toHaveBeenCalledTimes(1);
});

it('is not asked for by a server that knows an older one, nor before the first was told', () => {
  const asked = answering();
  hearNotice('3');
  takeNotice(noticeOf(4));
  hearNotice('3');
  hearNotice('4');
  expect(asked).not.toHaveBeenCalled();
});
