import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { limitAuthorizations } from './authorization-limit.ts';
import { PROVIDER_PATH } from './provider.ts';

/** For the few pages that the provider makes itself: forms that submit themselves, whose script it adds by its hash. */
const policy =
  "default-src 'none'; script-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** Answers a raw request. */
export type Answering = ReturnType<Provider['callback']>;

/**
 * Mounts the provider, which reads and answers the raw request by itself.
 *
 * @param present the provider of the moment
 */
export async function mountProvider(
  app: FastifyInstance,
  present: () => Answering,
  { publicUrl, system }: { publicUrl: string; system: Pool },
): Promise<void> {
  await app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser('*', (_request, _payload, done) => done(null));
    raw.all(`${PROVIDER_PATH}/*`, { onRequest: limitAuthorizations(system) }, (request, reply) => {
      stateOrigin(request, publicUrl);
      // security headers that hooks put on the reply would be lost with it
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value);
      }
      reply.raw.setHeader('content-security-policy', policy);
      reply.hijack();
      const incoming = Object.assign(request.raw, { originalUrl: request.raw.url });
      incoming.url = incoming.url?.slice(PROVIDER_PATH.length) ?? '/';
      void present()(incoming, reply.raw);
    });
  });
}

/** Tells the provider where the request came in; what a client claims about it doesn't count. */
export function stateOrigin(request: FastifyRequest, publicUrl: string): void {
  const { protocol, host } = new URL(publicUrl);
  Object.assign(request.raw.headers, {
    'x-forwarded-proto': protocol.slice(0, -1),
    'x-forwarded-host': host,
    'x-forwarded-for': request.ip,
  });
}
