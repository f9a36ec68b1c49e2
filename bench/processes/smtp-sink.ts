import { createServer } from 'node:net';
import { answerParent } from './serve.ts';

/** A mail server that takes everything at once and keeps nothing. */
const server = createServer((socket) => {
  let inMail = false;
  let unread = '';
  socket.on('error', () => {});
  socket.setEncoding('utf8').write('220 bench\r\n');
  socket.on('data', (chunk: string) => {
    const lines = (unread + chunk).split('\r\n');
    unread = lines.pop() ?? '';
    for (const line of lines) {
      if (inMail && line !== '.') continue;
      inMail = line.toUpperCase() === 'DATA';
      socket.write(inMail ? '354 go on\r\n' : '250 ok\r\n');
    }
  });
});
const listening = new Promise<number>((done) => {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    done(typeof address === 'object' && address ? address.port : 0);
  });
});
answerParent(listening);
