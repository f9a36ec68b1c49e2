import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A mail server that answers as a test tells it to. */
export type ScriptedSmtp = {
  url: string;
  /** Mails it has taken, as they came over the wire. */
  taken: string[];
  /** Milliseconds before each of its answers; none unless a test sets them. */
  delay: number;
  /** Verb that it never answers, if any; '.' is the end of a mail's content. */
  silentAt: string;
  /** What it says that it can do besides, for instance `PIPELINING`; it can't do TLS. */
  extensions: string[];
  /** Cuts every connection, old and new, as a server that is not there. */
  leave(): void;
  comeBack(): void;
  stop(): Promise<void>;
};

/**
 * Starts a mail server on this machine.
 *
 * @param answers what it says to each `RCPT TO`, in order; the last one from then on
 */
export async function startScriptedSmtp(answers: string[] = ['250 ok']): Promise<ScriptedSmtp> {
  const sockets = new Set<Socket>();
  let isAway = false;
  const smtp: ScriptedSmtp = {
    url: '',
    taken: [],
    delay: 0,
    silentAt: '',
    extensions: [],
    leave: () => {
      isAway = true;
      for (const socket of sockets) socket.destroy();
    },
    comeBack: () => {
      isAway = false;
    },
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    if (isAway) return socket.destroy();
    socket.setEncoding('utf8');
    const say = (line: string) =>
      smtp.delay === 0
        ? socket.write(`${line}\r\n`)
        : setTimeout(() => socket.write(`${line}\r\n`), smtp.delay);
    say('220 test');
    let mail: string | null = null;
    let unread = '';
    socket.on('data', (chunk: string) => {
      const lines = (unread + chunk).split('\r\n');
      unread = lines.pop() ?? '';
      for (const line of lines) {
        if (mail === null) {
          const verb = line.slice(0, 4).toUpperCase();
          const answer = reply(verb) ?? '';
          if (verb === 'DATA' && answer.startsWith('354')) mail = '';
          if (verb !== smtp.silentAt) say(answer);
        } else if (line === '.') {
          smtp.taken.push(mail);
          mail = null;
          if (smtp.silentAt !== '.') say('250 taken');
        } else mail += `${line}\r\n`;
      }
    });
  });
  let hasRecipient = false;
  const extension = (name: string, at: number, all: string[]) =>
    `250${at === all.length - 1 ? ' ' : '-'}${name}`;
  const reply = (verb: string) => {
    if (verb === 'EHLO') return ['test', ...smtp.extensions].map(extension).join('\r\n');
    if (verb === 'STAR') return '454 4.7.0 no certificate';
    if (verb === 'RCPT') {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      hasRecipient = answer?.startsWith('250') ?? false;
      return answer;
    }
    return verb === 'DATA' ? (hasRecipient ? '354 go on' : '554 5.5.1 no valid recipients') : '250 ok';
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  smtp.url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return smtp;
}
