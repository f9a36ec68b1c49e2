import {
  type ApplicantLinkPage,
  type ApplicantNotice,
  applicantNotices,
} from '@vpisnik/contract/rules/applicant-page';
import { errorStatus } from '@vpisnik/contract/rules/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asApplicant } from '../../db/scope.ts';
import { AppError } from '../../errors.ts';
import { countCall, countHit } from '../../http/limits.ts';
import { queryOf, withoutTrailingSlashes } from '../../http/paths.ts';
import { applicantTokens } from '../../mail/applicant-tokens.ts';
import type { Services } from '../../services.ts';
import { applicantActs, applicationAt } from '../applicant-acts/acts.ts';
import { type ApplicantLink, findLink, noteUse } from '../applicant-links/queries.ts';
import { addressIn, linkRequests, requestLinks } from '../applicant-links/requests.ts';
import { lookPart, lookTickets } from '../applicant-links/rules.ts';
import { readApplicant } from '../applicant-page/service.ts';
import { sendApplicantFile } from './applicant-files.ts';
import type { FormBody } from './form-body.ts';
import { fixedPage, type Loaded } from './load.ts';

/** Pages that one visitor may open in a minute: who guesses tokens gets nowhere. */
const OPENED_PER_MINUTE = 120;
/** Links that one visitor may ask for in a minute. */
const ASKED_PER_MINUTE = 10;
/** Forms that may be sent with one link in a minute: a person presses a button a few times, a program once. */
const SENT_PER_MINUTE = 20;

type Send = (request: FastifyRequest, reply: FastifyReply, loaded: Loaded) => FastifyReply;
type Asking = FastifyRequest<{ Params: { '*': string } }>;
type Sending = FastifyRequest<{ Params: { '*': string }; Body: FormBody | undefined }>;

/** A page below `/my`, as its path names it. */
type Asked = {
  /** The path that all pages of the link begin with. */
  base: string;
  token: string;
  /** Instead of a token, a ticket of staff who look at the page as its applicant does. */
  ticket: string | null;
  reference: string | null;
  /** Parts of the path below the application's. */
  below: string[];
  view: 'application' | 'withdraw' | null;
};

/**
 * The pages that links in mails to applicants lead to. Opening one changes nothing but when the link was last used, since
 * programs that look for viruses open all links, some with their scripts: a person presses the button of a form, which the
 * server has signed for this link and this application.
 */
export function applicantPages(pages: FastifyInstance, services: Services, send: Send): void {
  const { env, pools } = services;
  const tokens = applicantTokens(env.secretKeys);
  const requests = linkRequests(env.secretKeys);
  const looks = lookTickets(env.secretKeys);
  pages.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-robots-tag', 'noindex');
    done();
  });

  pages.get('/my', (request, reply) => send(request, reply, noLink()));

  pages.post('/my', async (request: FastifyRequest<{ Body: FormBody | undefined }>, reply) => {
    const typed = new URLSearchParams(request.body?.entries.map(([name, value]) => [name, value]));
    const address = (typed.get('address') ?? '').trim();
    const asked = addressIn(address);
    if (asked === undefined)
      return send(request, reply, linkPage('invalid', address, errorStatus.invalid_request));
    const retry_after = await countCall(pools.system, '/my asked', request.ip, ASKED_PER_MINUTE);
    if (retry_after !== undefined) throw new AppError('rate_limited', { retry_after });
    await requestLinks(pools.system, requests, asked);
    return send(request, reply, linkPage('sent', address, 200));
  });

  pages.get('/my/*', async (request: Asking, reply) => {
    const asked = askedOf(request);
    const link = await linkOf(request, asked);
    if (!link) return send(request, reply, noLink());
    const { reference, below } = asked;
    if (request.method === 'GET' && asked.ticket === null) await noteUse(pools.system, link);
    const whose = { organizationId: link.organization_id, address: link.address };
    const file =
      reference && (await sendApplicantFile(services, request, reply, { ...whose, reference, below }));
    if (file) return file;
    const loaded = await load(link, asked, noticeOf(request));
    if (loaded) return send(request, reply, loaded);
    // staff may look at a page that ends meanwhile
    return asked.reference === null ? send(request, reply, noLink()) : lead(reply, 302, request, asked.base);
  });

  pages.post('/my/*', async (request: Sending, reply) => {
    const asked = askedOf(request);
    const link = asked.ticket === null ? await linkOf(request, asked) : undefined;
    if (!link) return send(request, reply, noLink());
    const { base, reference } = asked;
    const shown = await load(link, asked, 'again');
    if (!shown || reference === null) return lead(reply, 303, request, base);
    await limit(link);
    const form = new URLSearchParams(request.body?.entries.map(([name, value]) => [name, value]));
    const act = Object.entries(applicantActs).find(([name]) => name === form.get('act'))?.[1];
    const isSigned = tokens.isSigned(form.get('nonce') ?? '', about(link, reference), Date.now());
    if (!act || !isSigned || !isFromOurPage(request))
      return send(request, reply, { ...shown, status: errorStatus.invalid_request });
    const notice = await asApplicant(pools.api, link, async (scope) => {
      const id = await applicationAt(scope, reference);
      return id === undefined ? 'too_late' : await act(scope, id, form);
    });
    return lead(reply, 303, request, `${base}/${reference}`, notice);
  });

  async function linkOf(
    { ip }: FastifyRequest,
    { token, ticket }: Asked,
  ): Promise<ApplicantLink | undefined> {
    const retry_after = await countCall(pools.system, '/my', ip, OPENED_PER_MINUTE);
    if (retry_after !== undefined) throw new AppError('rate_limited', { retry_after });
    if (ticket !== null) return looks.read(ticket, Date.now());
    const hash = tokens.hashOf(token);
    return hash && (await findLink(pools.system, hash));
  }

  /** The page of an application, or the first that the link has; undefined where there is none. */
  async function load(
    link: ApplicantLink,
    { base, ticket, reference, view }: Asked,
    notice: ApplicantNotice | null,
  ): Promise<Loaded | undefined> {
    if (view === null) return undefined;
    const whose = { organizationId: link.organization_id, address: link.address };
    const read = await readApplicant(pools, whose, { reference, publicUrl: env.publicUrl });
    if (!read) return undefined;
    const { languages, ...shown } = read;
    const { application, organization } = shown;
    return {
      page: {
        ...{ kind: 'applicant', view, base, notice, ...shown },
        nonce: ticket === null ? tokens.sign(about(link, application.reference), Date.now()) : null,
      },
      status: 200,
      languages,
      fallback: organization.default_language,
      preferred: application.language,
      embedOrigins: [],
    };
  }

  async function limit({ id }: ApplicantLink): Promise<void> {
    const { hits, retryAfter } = await countHit(pools.system, `my:${id}`, 60);
    if (hits > SENT_PER_MINUTE) throw new AppError('rate_limited', { retry_after: retryAfter });
  }
}

/** What a form is signed for. */
const about = ({ organization_id, id }: ApplicantLink, reference: string) =>
  `${organization_id} ${id} ${reference}`;

function askedOf({ params }: Asking): Asked {
  const parts = withoutTrailingSlashes(params['*']).split('/');
  const isLook = parts[0] === lookPart;
  const [token = '', reference = null, ...below] = isLook ? parts.slice(1) : parts;
  return {
    base: ['/my', ...(isLook ? [lookPart] : []), token].join('/'),
    ...(isLook ? { token: '', ticket: token } : { token, ticket: null }),
    ...{ reference, below },
    view: below.length === 0 ? 'application' : below.join('/') === 'withdraw' ? 'withdraw' : null,
  };
}

/** What the act that led here says: a code, never data. */
const noticeOf = (request: FastifyRequest) =>
  applicantNotices.find((notice) => notice === queryOf(request, 'said')) ?? null;

/**
 * Whether a form was sent from a page of this origin, as far as the browser says. Our pages send no referrer, so its `Origin`
 * is `null`: the signature of the form is what counts.
 */
function isFromOurPage({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

/** Leads to a page of the link, in the language that was asked for. */
function lead(
  reply: FastifyReply,
  status: 302 | 303,
  request: FastifyRequest,
  path: string,
  said?: ApplicantNotice,
): FastifyReply {
  const language = queryOf(request, 'lang');
  const query = new URLSearchParams({
    ...(language && { lang: language }),
    ...(said && { said }),
  }).toString();
  return reply.header('cache-control', 'no-store').redirect(query ? `${path}?${query}` : path, status);
}

/** The same for every link that leads nowhere, whatever the cause. */
const noLink = () => linkPage('ended', '', errorStatus.not_found);

const linkPage = (state: ApplicantLinkPage['state'], address: string, status: number) =>
  fixedPage({ kind: 'applicant_link', organization: null, state, address }, status);
