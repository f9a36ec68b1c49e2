import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../errors.ts';
import { pathOf } from '../paths.ts';

/** Characters of the longest path that is looked at; our own have less than 200. */
const LONGEST_PATH = 2048;

/** Answers `not_found` to paths that are too long for any of ours, before anything else looks at them. */
export function refuseLongPaths(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (pathOf(request).length > LONGEST_PATH) sendProblem(reply, 'not_found');
    else done();
  });
}

/**
 * Answers a path that can't be decoded: `not_found`, without repeating it. A page's is led to the same path with its percent signs
 * taken literally, which is decodable, so that visitors of a broken link read a page.
 */
export function answerUndecodable(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = pathOf(request);
  // three characters stand for each percent sign then
  if (request.method !== 'GET' || /^\/(?:api|assets|files)\//i.test(path) || path.length > LONGEST_PATH / 3)
    return sendProblem(reply, 'not_found');
  // two slashes at the beginning would name a host
  return reply.redirect(`/${path.replace(/^[/\\]+/, '').replaceAll('%', '%25')}`);
}
