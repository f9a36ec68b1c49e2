import { createServer } from 'node:http';
import nodemailer from 'nodemailer';
import { answerParent, options } from './serve.ts';

/** Sends mails that are written already over some connections, once it is asked to, and answers when all have arrived. */
const { port, connections, count } = options<{ port: number; connections: number; count: number }>();
const transport = nodemailer.createTransport({
  ...{
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
  },
});
const raw = `From: a@vpisnik.test\r\nTo: b@example.com\r\nSubject: Bare\r\n\r\n${`${'x'.repeat(70)}\r\n`.repeat(300)}`;
const server = createServer(async (_request, response) => {
  await Promise.all(
    Array.from({ length: count }, () =>
      transport.sendMail({ envelope: { from: 'a@vpisnik.test', to: 'b@example.com' }, raw }),
    ),
  );
  transport.close();
  response.end('sent');
});
const listening = new Promise<number>((done) => {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    done(typeof address === 'object' && address ? address.port : 0);
  });
});
answerParent(listening);
