import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** What is installed behind the proxy: the release that is there, or a later one under this name. */
type Installed = { release: string; later: string } | null;

/**
 * A proxy between a browser and the demo, behind which a later release can be installed: page and worker have its name,
 * and the files of the one before are gone.
 */
export async function startProxy() {
  let installed: Installed = null;
  const server = createServer((asked, answer) => void pass(asked, answer, installed));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    install: (release: string, later: string) => {
      installed = { release, later };
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function pass(asked: IncomingMessage, answer: ServerResponse, installed: Installed): Promise<void> {
  const url = new URL(asked.url ?? '');
  if (installed && url.pathname.startsWith('/assets/staff/')) {
    asked.resume();
    return void answer.writeHead(404).end();
  }
  const isNamed = installed && (url.pathname === '/worker.js' || url.pathname === '/dashboard');
  const { 'accept-encoding': encodings, ...others } = asked.headers;
  const headers = isNamed ? others : { ...others, ...(encodings && { 'accept-encoding': encodings }) };
  const onward = request(url, { method: asked.method ?? 'GET', headers }, async (given) => {
    if (!isNamed) return void given.pipe(answer.writeHead(given.statusCode ?? 502, given.headers));
    const body = (await text(given)).replaceAll(installed.release, installed.later);
    const { 'content-length': _, ...sent } = given.headers;
    answer.writeHead(given.statusCode ?? 502, sent).end(body);
  });
  // a browser that goes takes its requests along
  onward.on('error', () => answer.destroy());
  answer.on('close', () => onward.destroy());
  asked.pipe(onward);
}
