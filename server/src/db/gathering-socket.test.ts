import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { GatheringSocket } from './gathering-socket.ts';

/** Tells the operating system's calls apart: one piece of several, or each alone. */
class CountingSocket extends GatheringSocket {
  readonly pieces: number[] = [];

  override _writev(
    chunks: { chunk: unknown; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ) {
    this.pieces.push(chunks.length);
    super._writev?.(chunks as never, done);
  }

  override _write(chunk: unknown, encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.pieces.push(1);
    super._write(chunk, encoding, done);
  }
}

test('what is written in one go, also after a promise that has come, leaves as one piece', async () => {
  await using server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const arrived = once(server, 'connection').then(([peer]) => text(peer));
  const socket = new CountingSocket();
  socket.connect(port, '127.0.0.1');
  await once(socket, 'connect');

  socket.write('a');
  // as the driver does around the messages of one statement
  socket.cork();
  socket.write('b');
  socket.write('c');
  socket.uncork();
  await Promise.resolve();
  socket.write('d');
  expect(socket.pieces).toEqual([]);
  await new Promise(setImmediate);
  expect(socket.pieces).toEqual([4]);

  socket.write('e');
  await new Promise(setImmediate);
  expect(socket.pieces).toEqual([4, 1]);
  socket.end();
  expect(await arrived).toBe('abcde');
});
