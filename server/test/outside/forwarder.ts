import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A port that passes connections on to another, as the network between two machines does until it fails. */
export type Forwarder = {
  port: number;
  /** Leads to another port from now on; to none where there is nobody to connect to. Ends what is open. */
  leadTo(port: number | undefined): void;
  /** Passes nothing on any more, and ends nothing either, until it leads somewhere. */
  freeze(): void;
  stop(): Promise<void>;
};

export async function startForwarder(target: number): Promise<Forwarder> {
  let to: number | undefined = target;
  let isFrozen = false;
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
