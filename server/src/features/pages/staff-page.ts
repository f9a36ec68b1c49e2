import { createHash } from 'node:crypto';
import type { Notice } from '@vpisnik/contract/rules/installation';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../../env.ts';
import { loopback } from '../../env-rules.ts';
import { pagePolicy } from '../../http/guards/security.ts';
import { pathOf } from '../../http/paths.ts';

type Config = Pick<Env, 'contactUrl' | 'externalLoginUrl' | 'keepStaffApp' | 'oidc' | 'publicUrl'>;

/** What the page learns of this installation. */
const factsOf = ({ contactUrl, externalLoginUrl, oidc }: Config) => ({
  contact_url: contactUrl,
  hosted_sign_in: oidc !== undefined,
  external_login_url: externalLoginUrl ?? null,
});

/**
 * Names a release of the staff app, which browsers keep: the page, which names its files, and all that is filled into it.
 * Null where nothing is to be kept.
 */
export function releaseOf(page: string, env: Config): string | null {
  if (!env.keepStaffApp) return null;
  const whole = page + JSON.stringify(factsOf(env));
  return createHash('sha256').update(whole).digest('base64url').slice(0, 16);
}

/**
 * Sends the staff app, which finds out by itself what its address shows. Only the sign-in page may be somewhere else; it
 * is ours where it has something to say, belongs to a step that was begun or that another site initiates (`iss`), or is
 * asked for by a platform ADMIN.
 */
export function sendStaffPage(
  reply: FastifyReply,
  page: string,
  env: Config,
  notice: Notice | null,
): FastifyReply {
  const { externalLoginUrl, publicUrl } = env;
  const home = otherName(reply.request, publicUrl);
  if (home) return reply.header('cache-control', 'no-store').redirect(home, 307);
  const query = reply.request.query as object;
  const isOurs = ['uid', 'notice', 'error', 'password', 'iss'].some((name) => Object.hasOwn(query, name));
  if (externalLoginUrl && pathOf(reply.request) === '/login' && !isOurs)
    return reply.header('cache-control', 'no-store').redirect(externalLoginUrl, 303);
  const facts = { ...factsOf(env), release: releaseOf(page, env), notice };
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

/**
 * The same address under the configured name of this machine; null when it is asked by that name. Cookies, passkeys and
 * the sign-in belong to one origin: a demo opened as 127.0.0.1 could sign nobody in. Other hosts are left alone, since a
 * proxy may ask by any name.
 */
function otherName({ host, url }: FastifyRequest, publicUrl: string): string | null {
  const { host: own, hostname, port, origin } = new URL(publicUrl);
  if (host === own || !loopback.includes(hostname) || !URL.canParse(`http://${host}`)) return null;
  const asked = new URL(`http://${host}`);
  if (!loopback.includes(asked.hostname) || asked.port !== port) return null;
  // another site's address would begin with a second slash
  return origin + url.replace(/^[/\\]+/, '/');
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
