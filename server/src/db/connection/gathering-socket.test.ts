import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { GatheringSocket } from './gathering-socket.ts';

/** Tells the operating system's calls apart, by the bytes of each. */
class CountingSocket extends GatheringSocket {
  readonly pieces: number[] = [];

  override _write(chunk: Uint8Array, encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.pieces.push(chunk.length);
    super._write(chunk, encoding, done);
  }
}

test('writes of one tick, also after a resolved promise, leave as one piece', async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const arrived = once(server, 'connection').then(([peer]) => text(peer));
  const socket = new CountingSocket();
  const write = (letter: string) => socket.write(Buffer.from(letter));
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');

  write('a');
  // as the driver does around the messages of one statement
  socket.cork();
  write('b');
  write('c');
  socket.uncork();
  await Promise.resolve();
  write('d');
  expect(socket.pieces).toEqual([]);
  await new Promise(setImmediate);
  expect(socket.pieces).toEqual([4]);

  write('e');
  await new Promise(setImmediate);
  expect(socket.pieces).toEqual([4, 1]);
  write('f');
  // writes with a callback and the end come after the gathered ones
  socket.write(Buffer.from('g'), () => {});
  write('h');
  socket.end();
  expect(await arrived).toBe('abcdefgh');
  server.close();
});
