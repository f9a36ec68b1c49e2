import type { FastifyInstance } from 'fastify';
import { sendProblem } from './errors.ts';
import { pathOf } from './paths.ts';

/** Characters of the longest path that is looked at; our own have less than 200. */
const LONGEST_PATH = 2048;

/** Answers `not_found` to paths that are too long for any of ours, before anything else looks at them. */
export function refuseLongPaths(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (pathOf(request).length > LONGEST_PATH) sendProblem(reply, 'not_found');
    else done();
  });
}
