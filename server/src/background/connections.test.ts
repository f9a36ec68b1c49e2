import { expect, test } from 'vitest';
import { takingConnections } from './connections.ts';

/** Mails that are being sent until they are let go. */
function sendingBy(connections: ReturnType<typeof takingConnections>) {
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  return {
    begun,
    send: (name: string, domain: string) =>
      connections.inTurn(domain, () => {
        begun.push(name);
        return new Promise<void>((resolve, reject) => {
          ends.set(name, (failure) => (failure ? reject(failure) : resolve()));
        });
      }),
    end: (name: string, failure?: Error) => ends.get(name)?.(failure),
  };
}

test('connections are taken in turn, and one domain leaves some of them free', async () => {
  const mails = sendingBy(takingConnections({ connections: 3, perDomain: 2 }));
  const sent = ['a', 'b', 'c'].map((name) => mails.send(name, 'slow.test'));
  const other = mails.send('d', 'fast.test');
  const last = mails.send('e', '');
  await Promise.resolve();
  expect(mails.begun).toEqual(['a', 'b', 'd']);
  mails.end('d');
  await other;
  // the third of the slow domain waits on
  await expect.poll(() => mails.begun).toEqual(['a', 'b', 'd', 'e']);
  mails.end('a', new Error('refused'));
  await expect(sent[0]).rejects.toThrow('refused');
  await expect.poll(() => mails.begun).toEqual(['a', 'b', 'd', 'e', 'c']);
  for (const name of ['b', 'c', 'e']) mails.end(name);
  await Promise.all([sent[1], sent[2], last]);
});

test('mails are worth preparing while others are quick', async () => {
  let clock = 0;
  const connections = takingConnections({ connections: 1, perDomain: 1 }, () => clock);
  const sendFor = (ms: number) =>
    connections.inTurn('a.test', async () => {
      clock += ms;
    });
  // of a server that has not answered yet nothing is known
  expect(connections.areQuick()).toBe(false);
  await sendFor(20);
  expect(connections.areQuick()).toBe(true);
  await sendFor(10_000);
  expect(connections.areQuick()).toBe(false);
});

test('a few quick mails are handed over before a connection is free, and slow ones are not', async () => {
  let clock = 0;
  const mails = sendingBy(takingConnections({ connections: 2, perDomain: 9 }, () => clock));
  const sendAll = async (names: readonly string[], most: number) => {
    const sent = names.map((name) => mails.send(name, 'a.test'));
    await Promise.resolve();
    const begun = mails.begun.filter((name) => names.includes(name)).length;
    expect(begun).toBe(most);
    for (const name of names) {
      await expect.poll(() => mails.begun).toContain(name);
      mails.end(name);
    }
    await Promise.all(sent);
  };
  const names = (of: string) => Array.from({ length: 9 }, (_, at) => of + at);
  await sendAll(names('first'), 2);
  await sendAll(names('quick'), 6);
  const slow = mails.send('slow', 'a.test');
  await Promise.resolve();
  clock += 60_000;
  mails.end('slow');
  await slow;
  await sendAll(names('then'), 2);
});
