import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One address in front of several processes, which answer in turn. */
export type Alternating = {
  origin: string;
  /** Origins that requests go to; fill it when the processes run. */
  targets: string[];
  /** How many requests each of them has answered. */
  answered: number[];
  stop(): Promise<void>;
};

/** Starts a proxy that gives every request to the next of its targets. */
export async function startAlternating(): Promise<Alternating> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const at = turn++ % alternating.targets.length;
    const { hostname, port } = new URL(alternating.targets[at] ?? '');
    const { method, url: path, headers } = incoming;
    const onward = send({ hostname, port, method, path, headers }, (answer) => {
      alternating.answered[at] = (alternating.answered[at] ?? 0) + 1;
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const alternating: Alternating = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    targets: [],
    answered: [],
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return alternating;
}
