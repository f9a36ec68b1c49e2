import type { AddressInfo, Socket } from 'node:net';
import hoodiecrow from 'hoodiecrow-imap';
import { type ImapAddress, readImapAddress } from '../../src/mail/returned/imap-address.ts';

/** A mailbox on this machine, as a test sees it. */
export type TestMailbox = {
  address: ImapAddress;
  /** Sources of the messages that are in it. */
  readonly messages: string[];
  /** Flags of the messages, in the same order. */
  readonly flags: string[][];
  add(source: string): void;
  /** Numbers its messages anew, as a server does that was restored. */
  renumber(): void;
  /** Cuts the connection when it hears a command, so many times. */
  cutAt(command: string, times: number): void;
  /** How many sign-ins it has seen. */
  readonly connections: number;
  /** Cuts every connection, old and new, as a server that is not there. */
  leave(): void;
  comeBack(): void;
  stop(): Promise<void>;
};

/** Starts an IMAP server on this machine with one user. */
export async function startTestMailbox(plugins = ['ID', 'UIDPLUS', 'UNSELECT']): Promise<TestMailbox> {
  const sockets = new Set<Socket>();
  let isAway = false;
  let connections = 0;
  const imap = hoodiecrow({
    plugins,
    users: { 'odboji@klub.test': { password: 's%krivnost' } },
    storage: { INBOX: { messages: [] } },
  });
  imap.server.prependListener('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket.on('error', () => {}).once('close', () => sockets.delete(socket)));
    if (isAway) socket.destroy();
  });
  await new Promise<void>((listening) => imap.listen(0, '127.0.0.1', listening));
  const { port } = imap.server.address() as AddressInfo;
  const inbox = imap.getMailbox('INBOX');
  return {
    address: readImapAddress(`imap://odboji%40klub.test:s%25krivnost@127.0.0.1:${port}`),
    get messages() {
      return inbox.messages.map(({ raw }) => raw);
    },
    get flags() {
      return inbox.messages.map(({ flags }) => flags);
    },
    get connections() {
      return connections;
    },
    add: (source) => void imap.appendMessage('INBOX', [], false, source.replace(/\r?\n/g, '\r\n')),
    renumber() {
      inbox.uidvalidity += 1;
      inbox.messages.forEach((message, at) => {
        message.uid = at + 1;
      });
      inbox.uidnext = inbox.messages.length + 1;
    },
    cutAt(command, times) {
      const usual = imap.getCommandHandler(command);
      let left = times;
      imap.setCommandHandler(command, (connection, ...given) => {
        left -= 1;
        if (left >= 0) connection.socket.destroy();
        else usual(connection, ...given);
      });
    },
    leave() {
      isAway = true;
      for (const socket of sockets) socket.destroy();
    },
    comeBack() {
      isAway = false;
    },
    stop: () =>
      new Promise((stopped) => {
        for (const socket of sockets) socket.destroy();
        imap.server.close(() => stopped());
      }),
  };
}
