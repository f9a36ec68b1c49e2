import { Writable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { logOptions } from '../src/http/operations/logs.ts';

/** A server without routes whose log, of every level, is kept as it is written: a text for each line. */
export function createLoggedApp(): { app: FastifyInstance; lines: string[] } {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const options = logOptions('trace');
  return { app: Fastify({ ...options, logger: { ...(options.logger as object), stream } }), lines };
}
