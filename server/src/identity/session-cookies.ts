import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName, IDLE, isSecure } from './provider.ts';

/**
 * The refresh token's cookie, and beside it one that scripts can read. That one says no more than that a session may
 * be there, so that visitors without one cause no failing call.
 */
export function sessionCookies(publicUrl: string) {
  const secret = cookieName(publicUrl, 'refresh');
  const attributes = `Path=/; SameSite=Strict${isSecure(publicUrl) ? '; Secure' : ''}`;

  // values are URL-safe texts of ours, which need no quoting
  const send = (reply: FastifyReply, token: string, hint: string, seconds: number) =>
    reply.header('set-cookie', [
      `${secret}=${token}; Max-Age=${seconds}; ${attributes}; HttpOnly`,
      `vpisnik_signed_in=${hint}; Max-Age=${seconds}; ${attributes}`,
    ]);

  return {
    read(request: FastifyRequest): string | undefined {
      const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
      return pairs.find((pair) => pair.startsWith(`${secret}=`))?.slice(secret.length + 1) || undefined;
    },
    write: (reply: FastifyReply, token: string) => send(reply, token, '1', IDLE),
    clear: (reply: FastifyReply) => send(reply, '', '', 0),
  };
}
