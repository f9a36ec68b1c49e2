import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { takingTurns } from '../turns.ts';
import { streamed } from './streams.ts';

const never = new AbortController().signal;

test('a reader who stalls ends the work, one who is slow does not', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  async function* content() {
    for (;;) yield 'č'.repeat(1_000_000);
  }
  let work: Promise<unknown> = Promise.resolve();
  const stream = await streamed(
    (run) => {
      const done = run({});
      work = done;
      return done;
    },
    never,
    async () => content(),
  );
  for (let part = 0; part < 5; part += 1) {
    vi.advanceTimersByTime(20_000);
    expect(stream.read()).not.toBe(null);
    await once(stream, 'readable');
  }
  expect(stream.destroyed).toBe(false);
  vi.advanceTimersByTime(30_000);
  await expect(work).rejects.toThrow();
  expect(stream.destroyed).toBe(true);
});

test('for a reader who leaves before their turn nothing is made, and others move up', async () => {
  const takeTurn = takingTurns(1, 1);
  const first = Promise.withResolvers<string>();
  const running = takeTurn(() => first.promise);
  const leaving = new AbortController();
  const make = vi.fn();
  const left = streamed((run) => takeTurn(() => run({}), '', leaving.signal), leaving.signal, make);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'unavailable' });
  // the queue has a place again
  const next = takeTurn(async () => 'next');
  first.resolve('first');
  expect(await Promise.all([running, next])).toEqual(['first', 'next']);
  const late = streamed((run) => run({}), leaving.signal, make);
  await expect(late).rejects.toMatchObject({ code: 'unavailable' });
  expect(make).not.toHaveBeenCalled();
});

test('one network never has all turns, and does not keep others from the rest', async () => {
  const takeTurn = takingTurns(3, 20, 2);
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) =>
    takeTurn(
      async () => {
        running.push(name);
        const { promise, resolve } = Promise.withResolvers<void>();
        ends.push(resolve);
        await promise;
      },
      name.slice(0, 1),
    );
  const all = ['a1', 'a2', 'a3', 'b1', 'b2'].map(work);
  await vi.waitFor(() => expect(running).toEqual(['a1', 'a2', 'b1']));
  ends[0]?.();
  // the place goes to the first that may have it
  await vi.waitFor(() => expect(running).toEqual(['a1', 'a2', 'b1', 'a3']));
  ends[1]?.();
  await vi.waitFor(() => expect(running).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']));
  for (const end of ends) end();
  await Promise.all(all);
});
