import type { IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import { visitors } from '@vpisnik/contract/public';
import { errorStatus } from '@vpisnik/contract/rules/errors';
import { privacyVersion, processingVersion, termsVersion } from '@vpisnik/contract/rules/legal';
import { limits } from '@vpisnik/contract/rules/limits';
import {
  isReservedPath,
  type PublicAddress,
  publicAddressOf,
} from '@vpisnik/contract/rules/public-addresses';
import { type LegalDocument, previewPath } from '@vpisnik/contract/rules/public-pages';
import type { Language } from '@vpisnik/contract/rules/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { knownError } from '../../http/errors.ts';
import { addressLimit } from '../../http/guards/limits.ts';
import { pageRefuses, requireWritable } from '../../http/guards/read-only.ts';
import { pathOf, queryOf, searchOf, withoutTrailingSlashes } from '../../http/paths.ts';
import { installationOf, toldOf } from '../../installation/state.ts';
import type { Services } from '../../services.ts';
import { askedLanguage, sendPage } from './answer.ts';
import { applicantPages } from './applicant/applicant.ts';
import { applyWithForm, formLanguage } from './application.ts';
import { readWebBuild, type WebBuild } from './build.ts';
import { publicFiles } from './files.ts';
import { type FormBody, readFormBody } from './form-body.ts';
import { askedGroups } from './group-filters.ts';
import {
  fixedPage,
  type Loaded,
  loadAddress,
  loadAllGroups,
  loadApply,
  loadCategories,
  loadGroups,
  noOrganization,
} from './load.ts';
import { createRendering } from './rendering.ts';
import { releaseOf, sendStaffPage } from './staff-page.ts';
import { unsubscribePages } from './unsubscribe.ts';
import { sendWorker } from './worker.ts';

type Place = { org: string; id: string };

const dist = fileURLToPath(new URL('../../../../web/dist', import.meta.url));
const YEAR_MS = 31_536_000_000;

const legalPages: Record<string, { document: LegalDocument; version: string }> = {
  '/terms-and-conditions': { document: 'terms', version: termsVersion },
  '/privacy-policy': { document: 'privacy', version: privacyVersion },
  '/data-processing-agreement': { document: 'processing', version: processingVersion },
};

/** What people open in a browser: the public pages, the files they need, and the staff app for every other address. */
export async function registerPages(
  app: FastifyInstance,
  services: Services,
  folder: string = dist,
): Promise<void> {
  const build = await readWebBuild(folder);
  if (!build) {
    app.log.warn(`no pages are served: nothing is built in ${folder}`);
    return;
  }
  await app.register(fastifyStatic, {
    root: build.assetFolders,
    prefix: '/assets/',
    decorateReply: false,
    immutable: true,
    maxAge: YEAR_MS,
    preCompressed: true,
  });
  await app.register(async (pages) => publicPages(pages, services, build));
  await app.register(async (files) => publicFiles(files, services, folder));
}

function publicPages(pages: FastifyInstance, services: Services, build: WebBuild): void {
  const { env, pools } = services;
  const render = createRendering(build);
  const installation = installationOf(pools.system);
  const send = async (request: FastifyRequest, reply: FastifyReply, loaded: Loaded, language?: Language) =>
    sendPage(request, reply, loaded, render, env, toldOf(await installation.present()), language);

  pages.setErrorHandler((error: Error, request, reply) => {
    const known = knownError(error, request.method);
    const status = known ? errorStatus[known.code] : errorStatus.internal_error;
    const what = known?.code === 'read_only' ? known.code : 'error';
    if (status >= 500 && what === 'error') request.log.error({ err: error }, 'failed');
    if (known?.extra.retry_after !== undefined) reply.header('retry-after', known.extra.retry_after);
    return send(request, reply, fixedPage({ kind: 'unavailable', what, organization: null }, status));
  });
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(
    'application/x-www-form-urlencoded',
    (_request: FastifyRequest, payload: IncomingMessage) => readFormBody(payload),
  );

  const release = build.staffPage && releaseOf(build.staffPage, env);
  pages.get('/worker.js', (_request, reply) => sendWorker(reply, build.worker, release));
  pages.get('/', (request, reply) => send(request, reply, fixedPage({ kind: 'landing' })));
  pages.get(previewPath, (request, reply) =>
    send(request, reply, { ...fixedPage({ kind: 'preview' }), preview: true }),
  );
  const leadTo = (request: FastifyRequest, reply: FastifyReply, path: string) =>
    reply.redirect(path + searchOf(request));
  for (const [path, legal] of Object.entries(legalPages)) {
    pages.get(path, (request, reply) =>
      send(request, reply, fixedPage({ kind: 'legal', ...legal, operator: env.operator })),
    );
    pages.get(`${path}/`, (request, reply) => leadTo(request, reply, path));
  }
  const toProgrammes = (request: FastifyRequest<{ Params: Place }>, reply: FastifyReply) =>
    leadTo(request, reply, `/public/${encodeURIComponent(request.params.org)}/categories`);
  pages.get<{ Params: Place }>('/public/:org', toProgrammes);
  // links end with a slash too many, or are cut: no visitor is to land at the staff's sign-in
  pages.get<{ Params: Place }>('/public/:org/*', (request, reply) => {
    const path = pathOf(request);
    const meant = withoutTrailingSlashes(path);
    if (isFile(path)) return reply.callNotFound();
    return meant === path ? toProgrammes(request, reply) : leadTo(request, reply, meant);
  });
  pages.get<{ Params: Place }>('/public/:org/categories', async (request, reply) =>
    send(request, reply, await loadCategories(pools, request.params.org)),
  );
  const askedOf = (request: FastifyRequest) => askedGroups((name) => queryOf(request, name));
  pages.get<{ Params: Place }>('/public/:org/groups', async (request, reply) => {
    const { org } = request.params;
    return send(request, reply, await loadAllGroups(pools, org, askedOf(request), askedLanguage(request)));
  });
  const loadAt = (request: FastifyRequest, address: PublicAddress) =>
    loadAddress(pools, address, askedOf(request), askedLanguage(request));
  pages.get<{ Params: Place }>('/public/:org/categories/:id/groups', async (request, reply) => {
    const search = queryOf(request, 'search').slice(0, limits.search);
    return send(request, reply, await loadGroups(pools, request.params, search, askedLanguage(request)));
  });
  pages.get<{ Params: Place }>('/public/:org/groups/:id/apply', async (request, reply) =>
    send(request, reply, await loadApply(pools, request.params)),
  );

  pages.register(async (own) => unsubscribePages(own, services, send));
  pages.register(async (own) => applicantPages(own, services, send));

  const limited = addressLimit(pools.system, visitors.apply);
  type Posting = FastifyRequest<{ Body: FormBody | undefined }>;
  const applyWith = async (request: Posting, reply: FastifyReply, loaded: Loaded) => {
    if (loaded.page.kind !== 'apply') return send(request, reply, loaded);
    const form = request.body ?? { entries: [], isCut: false };
    const asked = formLanguage(form.entries);
    const language = asked && loaded.languages.includes(asked) ? asked : loaded.fallback;
    const answered = await applyWithForm(pools, loaded.page, form, language, async () => {
      await requireWritable(pools.system);
      await limited(request, reply);
    });
    const retryAfter = answered.page.posted?.problem?.retry_after;
    if (retryAfter) reply.header('retry-after', retryAfter);
    return send(request, reply, { ...loaded, ...answered }, language);
  };
  pages.post<{ Params: Place; Body: FormBody | undefined }>(
    '/public/:org/groups/:id/apply',
    pageRefuses,
    async (request, reply) => applyWith(request, reply, await loadApply(pools, request.params)),
  );
  pages.post<{ Params: PublicAddress; Body: FormBody | undefined }>(
    '/:organization(^(?!api$)[a-z0-9-]+$)/:group(^[a-z0-9-]+$)',
    pageRefuses,
    async (request, reply) => {
      const loaded = await loadAt(request, request.params);
      // the label may have changed while the form was filled in
      const present = 'movedTo' in loaded ? await loadAt(request, loaded.movedTo) : loaded;
      return applyWith(request, reply, 'movedTo' in present ? noOrganization() : present);
    },
  );

  pages.get('/*', async (request, reply) => {
    const path = pathOf(request);
    const meant = withoutTrailingSlashes(path).toLowerCase();
    if (isReservedPath(meant) || isFile(path) || isDeeperThanPublic(meant)) return staffOf(request, reply);
    const address = publicAddressOf(meant);
    if (!address) return send(request, reply, noOrganization());
    if (meant !== path) return leadTo(request, reply, meant);
    const loaded = await loadAt(request, address);
    if (!('movedTo' in loaded)) return send(request, reply, loaded);
    const { organization, group } = loaded.movedTo;
    const present = `/${[organization, group].filter(Boolean).join('/')}${searchOf(request)}`;
    // a label can be taken back or go to another group: a kept redirect would lead in circles, or to the wrong form
    return reply.header('cache-control', 'no-store').redirect(present, 301);
  });

  /** Serves the staff app at its own paths and at unknown ones. */
  const staffOf = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = pathOf(request);
    if (!build.staffPage || isFile(path) || path.startsWith('/api/')) return reply.callNotFound();
    return sendStaffPage(reply, build.staffPage, env, toldOf(await installation.present()));
  };
}

/** Whether the path has more parts than any public address: the staff app leads from there to its dashboard. */
const isDeeperThanPublic = (path: string) => !path.startsWith('//') && path.split('/').length > 3;
/** Whether the path ends in an extension; a full stop alone came along from the end of a sentence. */
const isFile = (path: string) => /\.[^/.]+$/.test(path);
