declare module 'hoodiecrow-imap' {
  import type { Server, Socket } from 'node:net';

  type Message = { raw: string; uid: number; flags: string[] };
  type Mailbox = { messages: Message[]; uidvalidity: number; uidnext: number };
  type Handler = (connection: { socket: Socket }, ...given: unknown[]) => void;
  type ImapServer = {
    server: Server;
    listen(port: number, host: string, listening: () => void): void;
    getMailbox(path: string): Mailbox;
    appendMessage(path: string, flags: string[], date: Date | false, raw: string): { message: Message };
    getCommandHandler(command: string): Handler;
    setCommandHandler(command: string, handler: Handler): void;
  };
  export default function hoodiecrow(options: {
    plugins: string[];
    users: Record<string, { password: string }>;
    storage: Record<string, { messages?: { raw: string }[] }>;
  }): ImapServer;
}
