import type { Notice } from '@vpisnik/contract/rules/installation';
import type { DocumentContext, PublicPage } from '@vpisnik/contract/rules/public-pages';
import { type Language, languages } from '@vpisnik/contract/rules/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Env } from '../../env.ts';
import { pagePolicy } from '../../http/guards/security.ts';
import { acceptedLanguage } from '../../http/language.ts';
import { pathOf, queryOf } from '../../http/paths.ts';
import type { Loaded } from './load.ts';
import type { RenderPage } from './rendering.ts';

/** Requested language, by `?lang`, else the reader's own, else by Accept-Language; undefined if none of `offered`. */
export function askedLanguage(
  request: FastifyRequest,
  offered: readonly Language[] = languages,
  preferred?: Language,
): Language | undefined {
  const named = offered.find((language) => language === queryOf(request, 'lang'));
  const own = offered.find((language) => language === preferred);
  return named ?? own ?? acceptedLanguage(request.headers['accept-language'], offered);
}

/** The path that a page names as its own: one that is no applicant's repeats nothing of a secret link that led to it. */
const shownPath = (path: string, { kind }: PublicPage) =>
  path.startsWith('/my/') && kind !== 'applicant' ? '/my' : path;

/** Sends a public page as HTML, in the best of its languages and with a policy that allows only its own parts. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, status, languages: offered, fallback, preferred, embedOrigins, query, preview }: Loaded,
  render: RenderPage,
  env: Pick<Env, 'publicUrl' | 'contactUrl'>,
  notice: Notice | null,
  chosen?: Language,
): FastifyReply {
  const embed = queryOf(request, 'embed') === '1';
  const known = chosen && offered.includes(chosen) ? chosen : undefined;
  const language = known ?? askedLanguage(request, offered, preferred) ?? fallback;
  const context: DocumentContext = {
    path: [shownPath(pathOf(request), page), query].filter(Boolean).join('?'),
    language,
    languages: [...offered],
    explicit: queryOf(request, 'lang') === language || known !== undefined,
    embed,
    public_url: env.publicUrl,
    contact_url: env.contactUrl,
    // whole seconds: pages of the same one can be the same
    now: new Date(Math.floor(Date.now() / 1000) * 1000).toISOString(),
    notice,
  };
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({
      'cache-control': 'no-store',
      'content-language': language,
      'content-security-policy': pagePolicy({
        nonce: reply.nonce,
        styleAttributes: false,
        ...(embed && { frameAncestors: embedOrigins }),
        ...(preview && { frameAncestors: ["'self'"], silent: true }),
      }),
    })
    .send(render(page, context, reply.nonce));
}
