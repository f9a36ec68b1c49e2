import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, IDLE, isSecure } from './provider.ts';

/**
 * The refresh token's cookie, and beside it one that scripts can read. That one says no more than that a session may
 * be there, so that visitors without one cause no failing call.
 */
export function sessionCookies(publicUrl: string) {
  const secret = cookieName(publicUrl, 'refresh');
  const hint = 'vpisnik_signed_in';
  const attributes = `Path=/; SameSite=Strict${isSecure(publicUrl) ? '; Secure' : ''}`;

  const session = cookieName(publicUrl, 'session');
  const forget = (name: string) => `${name}=; Max-Age=0; ${attributes}`;

  // values are URL-safe texts of ours, which need no quoting
  return {
    read(request: FastifyRequest): string | undefined {
      const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
      return pairs.find((pair) => pair.startsWith(`${secret}=`))?.slice(secret.length + 1) || undefined;
    },
    write: (reply: FastifyReply, token: string) =>
      reply.header('set-cookie', [
        `${secret}=${token}; Max-Age=${IDLE}; ${attributes}; HttpOnly`,
        `${hint}=1; Max-Age=${IDLE}; ${attributes}`,
      ]),
    /** Signs the browser out, of the provider too. */
    clear: (reply: FastifyReply) =>
      reply.header('set-cookie', [secret, hint, session, `${session}.sig`].map(forget)),
  };
}
