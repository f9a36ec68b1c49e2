import {
  type AddressProblem,
  type ApplicantAct,
  type ApplicantLinkPage,
  type ApplicantNotice,
  type ApplicantPage,
  type ApplicantView,
  actsOf,
  applicantActNames,
} from '@vpisnik/contract/rules/applicant-page';
import { errorStatus } from '@vpisnik/contract/rules/errors';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asApplicant } from '../../../db/scope.ts';
import { AppError } from '../../../errors.ts';
import { knownError } from '../../../http/errors.ts';
import { abortedAtEnd } from '../../../http/events.ts';
import { countCall, countHit } from '../../../http/guards/limits.ts';
import { pageRefuses, requireWritable } from '../../../http/guards/read-only.ts';
import { applicantTokens } from '../../../mail/applicant-tokens.ts';
import type { Services } from '../../../services.ts';
import type { ActAnswer } from '../../applicant-acts/act.ts';
import { applicantActs, applicationAt, tellChanges } from '../../applicant-acts/acts.ts';
import { seenForms } from '../../applicant-data/seen.ts';
import { type ApplicantLink, findLink, noteUse, selectAddressChange } from '../../applicant-links/queries.ts';
import { addressIn, linkRequests, requestLinks } from '../../applicant-links/requests.ts';
import { lookTickets } from '../../applicant-links/rules.ts';
import { readAnother } from '../../applicant-page/another.ts';
import { type PostedEdit, readEdit } from '../../applicant-page/edit.ts';
import { readApplicant } from '../../applicant-page/service.ts';
import { askedLanguage } from '../answer.ts';
import type { FormBody } from '../form-body.ts';
import { fixedPage, type Loaded } from '../load.ts';
import { readApplicantFile } from './applicant-files.ts';
import { type Asked, type Asking, askedOf, formOf, isFromOurPage, lead, noticeOf } from './asking.ts';

/** Pages that one visitor may open in a minute: who guesses tokens gets nowhere. */
const OPENED_PER_MINUTE = 120;
/** Links that one visitor may ask for in a minute. */
const ASKED_PER_MINUTE = 10;
/** Forms that may be sent with one link in a minute: a person presses a button a few times, a program once. */
const SENT_PER_MINUTE = 20;

type Send = (request: FastifyRequest, reply: FastifyReply, loaded: Loaded) => Promise<FastifyReply>;
type Sending = FastifyRequest<{ Params: { '*': string }; Body: FormBody | undefined }>;

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
  const seals = seenForms(env.secretKeys);
  pages.addHook('onRequest', (_request, reply, done) => {
    // for browsers that don't know the policy's frame-ancestors
    reply.headers({ 'x-robots-tag': 'noindex', 'x-frame-options': 'DENY' });
    done();
  });

  pages.get('/my', (request, reply) => send(request, reply, noLink()));

  pages.post('/my', pageRefuses, async (request: FastifyRequest<{ Body: FormBody | undefined }>, reply) => {
    const address = formOf(request).get('address').trim();
    const asked = addressIn(address);
    if (asked === undefined)
      return send(request, reply, linkPage('invalid', address, errorStatus.invalid_request));
    const refusal = await requireWritable(pools.system).catch((error: AppError) => error);
    if (refusal) {
      reply.header('retry-after', refusal.extra.retry_after);
      return send(request, reply, linkPage('read_only', address, errorStatus.read_only));
    }
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
      reference &&
      (await readApplicantFile(services, request, { ...whose, reference, below }, abortedAtEnd(reply)));
    if (file)
      return reply
        .type(file.type)
        .headers({ 'cache-control': 'no-store', 'content-disposition': file.disposition })
        .send(file.content);
    const loaded = await load(link, asked, { notice: noticeOf(request), language: askedLanguage(request) });
    if (loaded) return send(request, reply, loaded);
    // staff may look at a page that ends meanwhile
    return asked.reference === null ? send(request, reply, noLink()) : lead(reply, 302, request, asked.base);
  });

  pages.post('/my/*', pageRefuses, async (request: Sending, reply) => {
    const asked = askedOf(request);
    const link = asked.ticket === null ? await linkOf(request, asked) : undefined;
    if (!link) return send(request, reply, noLink());
    const { base, reference } = asked;
    const form = formOf(request);
    const act = applicantActNames.find((name) => name === form.get('act'));
    // what was typed comes back, whatever becomes of it
    const again = (more: Partial<Showing>) =>
      load(
        link,
        { ...asked, view: act === 'save' ? 'edit' : asked.view },
        { ...more, entries: form.entries },
      );
    const shown = await again({ notice: 'again' });
    if (!shown || reference === null) return lead(reply, 303, request, base);
    await limit(link);
    const isSigned =
      act &&
      tokens.isSigned(form.get('nonce'), about(link, reference, act), Date.now()) &&
      isFromOurPage(request, env.publicUrl);
    if (!isSigned || request.body?.isCut)
      return send(request, reply, { ...shown, status: errorStatus.invalid_request });

    const answer = await perform(request, reply, link, { act, reference, form });
    if (typeof answer === 'string') {
      const path = [base, reference, ...(answer === 'code_sent' ? ['address'] : [])].join('/');
      return lead(reply, 303, request, path, answer);
    }
    if ('moved_to' in answer) return send(request, reply, linkPage('moved', answer.moved_to, 200));
    if ('failed' in answer) {
      const failed = await again({ notice: answer.notice });
      return send(request, reply, { ...(failed ?? shown), status: answer.failed });
    }
    const refused =
      answer.view === 'edit'
        ? await again({ problems: answer.problems, failure: answer.failure })
        : await load(link, { ...asked, view: 'address' }, { problem: answer.problem });
    return send(request, reply, { ...(refused ?? shown), status: errorStatus.invalid_fields });
  });

  /**
   * Does an act in a transaction of its own. Read-only mode and a database that fails become answers, since the page keeps
   * all that was typed.
   */
  async function perform(
    request: FastifyRequest,
    reply: FastifyReply,
    link: ApplicantLink,
    { act, reference, form }: { act: ApplicantAct; reference: string; form: ReturnType<typeof formOf> },
  ): Promise<ActAnswer | Failed> {
    try {
      await requireWritable(pools.system);
      return await asApplicant(pools.api, link, async (scope) => {
        const id = await applicationAt(scope, reference);
        if (id === undefined) return 'over';
        const answer = await applicantActs[act](scope, id, { ...form, tokens, seals });
        const isMoved = typeof answer === 'object' && 'moved_to' in answer;
        await tellChanges(scope, isMoved ? answer.moved_to : scope.address);
        return answer;
      });
    } catch (error) {
      const known = knownError(error, 'POST');
      if (known?.code === 'read_only') {
        reply.header('retry-after', known.extra.retry_after);
        return { failed: errorStatus.read_only, notice: 'read_only' };
      }
      if (known && known.code !== 'unavailable') throw error;
      request.log.error({ err: error }, 'an act of an applicant failed');
      return { failed: errorStatus[known?.code ?? 'internal_error'], notice: 'not_saved' };
    }
  }

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
    showing: Partial<Showing>,
  ): Promise<Loaded | undefined> {
    if (view === null) return undefined;
    const whose = { organizationId: link.organization_id, address: link.address };
    const read = await readApplicant(pools, whose, { reference, publicUrl: env.publicUrl });
    if (!read) return undefined;
    const { languages, ...shown } = read;
    const { application, organization } = shown;
    const nonces =
      ticket === null
        ? Object.fromEntries(
            applicantActNames.map((act) => [
              act,
              tokens.sign(about(link, application.reference, act), Date.now()),
            ]),
          )
        : null;
    const below = ticket === null ? await readBelow(whose, application, view, showing) : nothingBelow;
    const isThere =
      view === 'application' ||
      (view === 'withdraw' ? actsOf[application.state].includes('withdraw') : below[partOf[view]] !== null);
    return {
      page: {
        ...{ kind: 'applicant', base, notice: showing.notice ?? null, ...shown, ...below },
        view: isThere ? view : 'application',
        nonces: nonces as ApplicantPage['nonces'],
      },
      status: 200,
      languages,
      fallback: organization.default_language,
      preferred: application.language,
      embedOrigins: [],
    };
  }

  /** What views below an application show beside it. */
  async function readBelow(
    whose: { organizationId: string; address: string },
    { reference, state, language }: ApplicantPage['application'],
    view: ApplicantView,
    showing: Partial<Showing>,
  ): Promise<Below> {
    const { entries, problems = [], failure = null, problem = null } = showing;
    if (view === 'another')
      return {
        ...nothingBelow,
        another: await readAnother(pools, whose, reference, showing.language ?? language),
      };
    if (view === 'edit') {
      const posted = entries && { entries, problems, failure };
      return {
        ...nothingBelow,
        edit: (await readEdit(pools, whose, reference, { seals, posted })) ?? null,
      };
    }
    if (view !== 'address' || !actsOf[state].includes('confirm_address')) return nothingBelow;
    const new_address = await selectAddressChange(pools.system, whose);
    return {
      ...nothingBelow,
      address_change: new_address === undefined ? null : { new_address, problem },
    };
  }

  async function limit({ id }: ApplicantLink): Promise<void> {
    const { hits, retryAfter } = await countHit(pools.system, `my:${id}`, 60);
    if (hits > SENT_PER_MINUTE) throw new AppError('rate_limited', { retry_after: retryAfter });
  }
}

/** A status of HTTP, and the notice on the page. */
type Failed = { failed: number; notice: ApplicantNotice };

/** What a page says beside stored values. */
type Showing = PostedEdit & {
  notice: ApplicantNotice | null;
  problem: AddressProblem | null;
  language: Language | undefined;
};

type Below = Pick<ApplicantPage, 'edit' | 'address_change' | 'another'>;
const nothingBelow: Below = { edit: null, address_change: null, another: null };
const partOf = { edit: 'edit', address: 'address_change', another: 'another' } as const;

/** What a form is signed for. */
const about = ({ organization_id, id }: ApplicantLink, reference: string, act: string) =>
  `${organization_id} ${id} ${reference} ${act}`;

/** The same for every link that leads nowhere, whatever the cause. */
const noLink = () => linkPage('ended', '', errorStatus.not_found);

const linkPage = (state: ApplicantLinkPage['state'], address: string, status: number) =>
  fixedPage({ kind: 'applicant_link', organization: null, state, address }, status);
