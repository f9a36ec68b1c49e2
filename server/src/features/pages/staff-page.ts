import type { FastifyReply } from 'fastify';
import type { Env } from '../../env.ts';
import { pathOf } from '../../http/paths.ts';
import { pagePolicy } from '../../http/security.ts';

/**
 * Sends the staff app, which finds out by itself what its address shows. Only the sign-in page may be somewhere else; it
 * is ours where it has something to say, belongs to a step that was begun or that another site initiates (`iss`), or is
 * asked for by a platform ADMIN.
 */
export function sendStaffPage(
  reply: FastifyReply,
  page: string,
  { contactUrl, externalLoginUrl, oidc }: Pick<Env, 'contactUrl' | 'externalLoginUrl' | 'oidc'>,
): FastifyReply {
  const query = reply.request.query as object;
  const isOurs = ['uid', 'notice', 'error', 'password', 'iss'].some((name) => Object.hasOwn(query, name));
  if (externalLoginUrl && pathOf(reply.request) === '/login' && !isOurs)
    return reply.header('cache-control', 'no-store').redirect(externalLoginUrl, 303);
  const facts = {
    contact_url: contactUrl,
    hosted_sign_in: oidc !== undefined,
    external_login_url: externalLoginUrl ?? null,
  };
  const config = escapeAttribute(JSON.stringify(facts));
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
