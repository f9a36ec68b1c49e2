import type { FastifyReply } from 'fastify';
import type { Env } from '../../env.ts';
import { pagePolicy } from '../../http/security.ts';

/** Sends the staff app, which finds out by itself what its address shows. */
export function sendStaffPage(
  reply: FastifyReply,
  page: string,
  { contactUrl }: Pick<Env, 'contactUrl'>,
): FastifyReply {
  const config = escapeAttribute(JSON.stringify({ contact_url: contactUrl }));
  const html = page.replaceAll('{{nonce}}', () => reply.nonce).replaceAll('{{config}}', () => config);
  return reply
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': pagePolicy({ nonce: reply.nonce, styleAttributes: true }),
    })
    .send(html);
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
