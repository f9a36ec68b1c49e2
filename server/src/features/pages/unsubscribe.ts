import { visitors } from '@vpisnik/contract/public';
import { errorStatus } from '@vpisnik/contract/rules/errors';
import type { PublicPage } from '@vpisnik/contract/rules/public-pages';
import { languages } from '@vpisnik/contract/rules/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asVisitor, asWorker } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { fingerprint } from '../../http/guards/address.ts';
import { countHit } from '../../http/guards/limits.ts';
import { stripped } from '../../http/stripped.ts';
import { type Unsubscribing, unsubscribeTokens } from '../../mail/unsubscribe.ts';
import type { Services } from '../../services.ts';
import { chooseNews, latestNewsChoice } from '../mail-choices/queries.ts';
import { publicOrganization } from '../public/service.ts';
import { fixedPage, type Loaded } from './load.ts';

/** Bytes of a form with one button; mail programs send one field too. */
const FORM_BYTES = 10_000;
/** Choices of one address in a minute: a person presses a button a few times, a program once. */
const PER_MINUTE = 20;

type Send = (request: FastifyRequest, reply: FastifyReply, loaded: Loaded) => Promise<FastifyReply>;
type Posting = FastifyRequest<{ Params: { '*': string }; Body: Buffer | undefined }>;

/**
 * The pages that links of news lead to. Opening one changes nothing, since programs that look for viruses open all links: a
 * person presses a button, or a mail program posts what RFC 8058 says, with no cookie and no page before.
 */
export function unsubscribePages(pages: FastifyInstance, { env, pools }: Services, send: Send): void {
  const tokens = unsubscribeTokens(env.secretKeys);
  pages.removeAllContentTypeParsers();
  // by the RFC a mail program sends one form or the other
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    pages.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit: FORM_BYTES }, (_request, body, done) =>
      done(null, body),
    );

  pages.get('/unsubscribe', (request, reply) => send(request, reply, noLink()));
  pages.get<{ Params: { '*': string } }>('/unsubscribe/*', async (request, reply) => {
    const said = tokens.read(request.params['*']);
    return send(request, reply, said ? await loaded(said, false) : noLink());
  });
  pages.post<{ Params: { '*': string }; Body: Buffer | undefined }>(
    '/unsubscribe/*',
    async (request, reply) => {
      const said = tokens.read(request.params['*']);
      const choice = await choiceOf(request);
      const before = said ? await loaded(said, false) : noLink();
      if (!said || before.page.kind !== 'unsubscribe') return send(request, reply, before);
      if (!choice) return send(request, reply, { ...before, status: errorStatus.invalid_request });
      await limit(said);
      await asWorker(pools.system, (tx) => chooseNews(tx, { ...said, ...choice }));
      if (choice.how === 'one_click') return reply.header('cache-control', 'no-store').send();
      return send(request, reply, await loaded(said, true));
    },
  );

  /** The page of an address of an organisation that is there; as it stands, or as it was just chosen. */
  async function loaded(said: Unsubscribing, changed: boolean): Promise<Loaded> {
    try {
      const organization = await asVisitor(pools.public, said.organization_id, false, publicOrganization);
      const latest = await asWorker(pools.system, (tx) => latestNewsChoice(tx, said));
      const page: PublicPage = {
        kind: 'unsubscribe',
        organization: stripped(visitors.organization.reply, organization),
        address: maskedAddress(said.address),
        wanted: latest?.wanted ?? true,
        changed,
      };
      return { page, status: 200, languages, fallback: organization.default_language, embedOrigins: [] };
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return noLink();
      throw error;
    }
  }

  async function limit({ organization_id, address }: Unsubscribing): Promise<void> {
    const whose = fingerprint(`${organization_id} ${address}`);
    const { hits, retryAfter } = await countHit(pools.system, `unsubscribe:${whose}`, 60);
    if (hits > PER_MINUTE) throw new AppError('rate_limited', { retry_after: retryAfter });
  }
}

/** The same for every link that tells nothing, whatever the cause. */
const noLink = () =>
  fixedPage({ kind: 'unavailable', what: 'link', organization: null }, errorStatus.not_found);

/** What a form says, by its button or as mail programs write it. */
async function choiceOf({ body, headers }: Posting) {
  const sent = await new Response(new Uint8Array(body ?? []), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  })
    .formData()
    .catch(() => new FormData());
  if (sent.get('List-Unsubscribe') === 'One-Click') return { wanted: false, how: 'one_click' } as const;
  if (sent.get('news') === 'no') return { wanted: false, how: 'page' } as const;
  if (sent.get('news') === 'yes') return { wanted: true, how: 'page' } as const;
  return undefined;
}

/** Enough for its owner to know it by; a link may be passed on. */
const maskedAddress = (address: string): string => {
  const at = address.lastIndexOf('@');
  return `${[...address.slice(0, at)][0] ?? ''}…${address.slice(at)}`;
};
