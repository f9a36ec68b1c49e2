import {
  type ApplicantNotice,
  type ApplicantView,
  applicantNotices,
  applicantViews,
} from '@vpisnik/contract/rules/applicant-page';
import type { FormEntries } from '@vpisnik/contract/rules/application-form';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { queryOf, withoutTrailingSlashes } from '../../../http/paths.ts';
import { lookPart } from '../../applicant-links/rules.ts';
import type { FormBody } from '../form-body.ts';

/** A request for a page below `/my`. */
export type Asking = FastifyRequest<{ Params: { '*': string } }>;

/** A page below `/my`, as its path names it. */
export type Asked = {
  /** The path that all pages of the link begin with. */
  base: string;
  token: string;
  /** Instead of a token, a ticket of staff who look at the page as its applicant does. */
  ticket: string | null;
  reference: string | null;
  /** Parts of the path below the application's. */
  below: string[];
  view: ApplicantView | null;
};

/** A form as it was sent; lines end as in stored values. */
export function formOf({ body }: { body: FormBody | undefined }): {
  entries: FormEntries;
  get(name: string): string;
} {
  const entries = (body?.entries ?? []).map(
    ([name, value]) => [name, value.replace(/\r\n?/g, '\n')] as const,
  );
  return { entries, get: (name) => entries.find(([key]) => key === name)?.[1] ?? '' };
}

/** The page that a path names. */
export function askedOf({ params }: Asking): Asked {
  const parts = withoutTrailingSlashes(params['*']).split('/');
  const isLook = parts[0] === lookPart;
  const [token = '', reference = null, ...below] = isLook ? parts.slice(1) : parts;
  return {
    base: ['/my', ...(isLook ? [lookPart] : []), token].join('/'),
    ...(isLook ? { token: '', ticket: token } : { token, ticket: null }),
    ...{ reference, below },
    view:
      below.length === 0 ? 'application' : (applicantViews.find((view) => view === below.join('/')) ?? null),
  };
}

/** The answer of the act that led here: a code, never data. */
export const noticeOf = (request: FastifyRequest) =>
  applicantNotices.find((notice) => notice === queryOf(request, 'said')) ?? null;

/**
 * Whether a form was sent from a page of this origin, as far as the browser says. Our pages send no referrer, so its `Origin`
 * is `null`, as that of a hidden stranger would be: the signature of the form is what counts.
 */
export function isFromOurPage({ headers }: FastifyRequest, publicUrl: string): boolean {
  const { origin = 'null', 'sec-fetch-site': site = 'none' } = headers;
  const isOurs = origin === 'null' || origin === new URL(publicUrl).origin;
  return isOurs && (site === 'same-origin' || site === 'none');
}

/** Leads to a page of the link, in the language that was asked for. */
export function lead(
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
