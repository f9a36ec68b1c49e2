import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A port that passes connections on to another, as the network between two machines does until it fails. */
export type Forwarder = {
  port: number;
  /** Leads to another port from now on; to none where there is nobody to connect to. Ends what is open. */
  leadTo(port: number | undefined): void;
  /**
   * Loses the next commit of a client of PostgreSQL, its answer or the request itself, and ends that connection. Resolves when it
   * has.
   *
   * @param after text of a statement that the connection has sent before
   */
  loseCommit(what: 'answer' | 'request', after?: string): Promise<void>;
  /** Passes nothing on any more, and ends nothing either, until it leads somewhere. */
  freeze(): void;
  stop(): Promise<void>;
};

export async function startForwarder(target: number): Promise<Forwarder> {
  let to: number | undefined = target;
  let isFrozen = false;
  let losing: { what: 'answer' | 'request'; after: string; lost: () => void } | undefined;
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  };
  const server = createServer((incoming) => {
    keep(incoming);
    if (isFrozen) return;
    if (to === undefined) return incoming.resetAndDestroy();
    const outgoing = connect(to, '127.0.0.1');
    keep(outgoing);
    // before what is piped below sees it
    let isAfter = false;
    incoming.on('data', (bytes: Buffer) => {
      isAfter ||= losing !== undefined && bytes.includes(losing.after);
      if (!losing || !isAfter || !bytes.includes('commit\0')) return;
      const { what, lost } = losing;
      losing = undefined;
      const end = () => {
        incoming.destroy();
        lost();
      };
      if (what === 'answer') outgoing.unpipe().once('data', end).resume();
      else outgoing.once('close', end).destroy();
    });
    incoming.pipe(outgoing).pipe(incoming);
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port) {
      to = port;
      isFrozen = false;
      cut();
    },
    loseCommit: (what, after = '') =>
      new Promise((lost) => {
        losing = { what, after, lost };
      }),
    freeze() {
      isFrozen = true;
      for (const socket of open) socket.unpipe().pause();
    },
    async stop() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}
