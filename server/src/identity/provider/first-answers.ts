import { setTimeout as wait } from 'node:timers/promises';
import type { Contract } from '@vpisnik/contract/kit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { takingTurns } from '../../turns.ts';

/** The most answers sent along with a session: those that a page needs first. */
const MOST = 12;
/** How many of them are worked out at once: the database's connections are for everyone. */
const AT_ONCE = 4;
/** How long a session waits for its answers, in milliseconds. */
const LONGEST_WAIT = 2_000;
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
 * those of any other call. What is refused, is not offered, fails or takes too long is left out, and the page asks for it
 * by itself: the renewed session must reach it whatever happens here.
 */
export async function firstAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  isOffered: (path: string) => boolean,
  token: string,
  { urls, organization }: Asked,
): Promise<FirstAnswer[]> {
  const wanted = [...new Set(urls)].filter((url) => url.length <= LONGEST).slice(0, MOST);
  const inTurn = takingTurns(AT_ONCE, MOST);
  const bodies = new Map<string, string>();
  const answer = async (url: string) => {
    const path = url.split('?', 1)[0] ?? '';
    if (!isOffered(path)) return;
    const acting = organization !== undefined && path !== OWN;
    const { statusCode, body } = await app.inject({
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
    if (statusCode === 200) bodies.set(url, body);
  };
  const done = new AbortController();
  const all = Promise.allSettled(wanted.map((url) => inTurn(() => answer(url))));
  await Promise.race([all, wait(LONGEST_WAIT, undefined, { signal: done.signal }).catch(() => {})]);
  done.abort();
  return wanted.flatMap((url) => {
    const body = bodies.get(url);
    return body === undefined ? [] : [{ url, body }];
  });
}
