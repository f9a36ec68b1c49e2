import type { FastifyReply } from 'fastify';

/** Takes the place of a worker that browsers still have: gives up what it kept, and itself. */
const farewell = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('vpisnik.release.')) await caches.delete(name);
  await registration.unregister();
})()));
`;

/**
 * Sends the worker that keeps a release of the staff app on the device. Browsers compare it with theirs at every visit;
 * without a release, or when a later version has no worker any more, they get one that goes.
 */
export function sendWorker(reply: FastifyReply, worker: string | null, release: string | null): FastifyReply {
  const code = worker && release ? worker.replaceAll('{{release}}', release) : farewell;
  return reply
    .type('text/javascript; charset=utf-8')
    .headers({
      'cache-control': 'no-cache',
      // its own requests obey it: files of this origin, and no code from anywhere
      'content-security-policy': "default-src 'none'; connect-src 'self'",
    })
    .send(code);
}
