import type { Contract } from '@vpisnik/contract/kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** How many answers come along with a session: what a page needs first, and no more. */
const MOST = 12;
/** Characters of an address with its query. */
const LONGEST = 1_000;
/** One's own account, which belongs to no organisation that is acted for. */
const OWN = '/users/me';
/** Paths that mean what they look like. */
const plain = /^[\w/-]+$/;

/** An answer of the API: the address below `/api` as it was asked for, and the body as it was sent. */
export interface FirstAnswer {
  url: string;
  body: string;
}

/** What a page asks for along with its session. */
export interface Asked {
  urls: readonly string[];
  /** The organisation that a platform ADMIN acts for. */
  organization?: string | undefined;
}

/** Tells whether an address is that of an endpoint which may be answered along with a session. */
export function offeredBy(contract: Contract): (path: string) => boolean {
  const offered = Object.values(contract)
    .flatMap((actions) => Object.values(actions))
    .filter(({ method, withSession }) => method === 'GET' && withSession)
    .map(({ path }) => path.split('/'));
  return (path) => {
    if (!plain.test(path)) return false;
    const given = path.split('/');
    return offered.some(
      (parts) =>
        parts.length === given.length &&
        parts.every((part, at) => (part.startsWith('{') ? given[at] !== '' : part === given[at])),
    );
  };
}

/**
 * Asks the API's own routes with the fresh token, inside this process: authentication, scope, permission and limits are
 * those of any other call. What is refused, or is not offered, is left out, and the page asks for it by itself.
 */
export async function firstAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  isOffered: (path: string) => boolean,
  token: string,
  { urls, organization }: Asked,
): Promise<FirstAnswer[]> {
  const wanted = [...new Set(urls)].filter((url) => url.length <= LONGEST).slice(0, MOST);
  const answers = await Promise.all(
    wanted.map(async (url): Promise<FirstAnswer[]> => {
      const path = url.split('?', 1)[0] ?? '';
      if (!isOffered(path)) return [];
      const acting = organization !== undefined && path !== OWN;
      const answer = await app.inject({
        method: 'GET',
        url: `/api${url}`,
        remoteAddress: request.ip,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          'x-request-id': request.id,
          ...(acting && { 'x-organization-id': organization }),
        },
      });
      return answer.statusCode === 200 ? [{ url, body: answer.body }] : [];
    }),
  );
  return answers.flat();
}
