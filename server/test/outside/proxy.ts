import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';

/** A proxy in front of processes, as Caddy is with `health_uri /readyz` and `lb_try_duration`. */
export type Proxy = { origin: string; stop(): Promise<void> };

/** How often a request looks for a process that is ready, with a twentieth of a second between. */
const TRIES = 2000;

/**
 * Starts a proxy on this machine. It asks each process again and again whether it is ready, passes a request to the next one that is,
 * and to another when there is nobody to connect to; what fails later it answers with 502.
 */
export async function startProxy(origins: readonly string[]): Promise<Proxy> {
  const away = new Set<string>();
  const stopping = new AbortController();
  const watch = async (origin: string) => {
    while (!stopping.signal.aborted) {
      // one that is slow is busy with other things, as the whole machine may be
      const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
      if (answer?.ok) away.delete(origin);
      else away.add(origin);
      await wait(100, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const watching = Promise.all(origins.map(watch));
  let turn = 0;

  const pass = async (asked: IncomingMessage, answer: ServerResponse) => {
    const body = await buffer(asked);
    for (let tries = 0; tries < TRIES; tries += 1) {
      const ready = origins.filter((origin) => !away.has(origin));
      const origin = ready[turn++ % Math.max(1, ready.length)];
      const passed = origin && (await passTo(origin, asked, body, answer));
      if (passed) return;
      await wait(50);
    }
    answer.writeHead(504).end();
  };
  const server = createServer((asked, answer) => void pass(asked, answer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      stopping.abort();
      server.closeAllConnections();
      server.close();
      await watching;
    },
  };
}

/** Whether a process has taken the request, whatever came of it. */
async function passTo(
  origin: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  answer: ServerResponse,
): Promise<boolean> {
  const { connection: _, ...others } = headers;
  const passed = request(`${origin}${url}`, { method, headers: others, agent: false });
  passed.end(body);
  try {
    const [response] = (await once(passed, 'response')) as [IncomingMessage];
    answer.writeHead(response.statusCode ?? 502, response.headers);
    response.pipe(answer);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return false;
    answer.writeHead(502).end(String(error));
  }
  return true;
}
