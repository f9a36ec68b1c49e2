import { createServer } from 'node:net';
import { answerParent, options } from './serve.ts';

/** A mail server that takes everything, at once or after a pause for each mail, and keeps nothing. Like others, it can do PIPELINING. */
const { pause = 0 } = options<{ pause: number } | null>() ?? {};
// its short answers don't wait for one another
const server = createServer({ noDelay: true }, (socket) => {
  let inMail = false;
  let unread = '';
  socket.on('error', () => {});
  socket.setEncoding('utf8').write('220 bench\r\n');
  socket.on('data', (chunk: string) => {
    const lines = (unread + chunk).split('\r\n');
    unread = lines.pop() ?? '';
    for (const line of lines) {
      if (inMail && line !== '.') continue;
      const isEnd = inMail;
      inMail = line.toUpperCase() === 'DATA';
      const isGreeting = line.toUpperCase().startsWith('EHLO');
      const answer = inMail ? '354 go on\r\n' : isGreeting ? '250-bench\r\n250 PIPELINING\r\n' : '250 ok\r\n';
      if (isEnd && pause > 0) setTimeout(() => socket.write(answer), pause);
      else socket.write(answer);
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
