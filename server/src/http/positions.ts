import type { FastifyInstance, FastifyRequest } from 'fastify';
import { END, furthest, type Position, START } from '../db/replica/position.ts';
import { presentReading, Reading, withReading } from '../db/replica/reading.ts';
import type { Replica } from '../db/replica/replica.ts';
import type { Env } from '../env.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * What a call is to a replica: one that is no GET `only reads` all the same, or its answer `goes on` to tell what happens after its
     * head was sent.
     */
    replica?: 'only reads' | 'goes on';
  }
}

/** Methods that change nothing. */
const reading = ['GET', 'HEAD', 'OPTIONS'];

/**
 * The position stands in the cookie's name, so that answers to several tabs at once don't overwrite each other's. Anybody can
 * make one up: their own reads go to the primary then.
 */
const cookie = /(?:^|;\s*)vpisnik_position_([0-9a-f]{1,16})=/g;
const nameOf = (position: Position) => `vpisnik_position_${position.toString(16)}`;

/** Positions that are told to be forgotten in one answer. */
const MOST_FORGOTTEN = 20;
/** Seconds beyond the permitted lag for which the browser keeps a position; by then no replica behind it is in use. */
const MARGIN = 60;

/**
 * Lets requests that only read be answered by a replica, and browsers find there what they have written: an answer after a
 * write leaves the primary's position in a cookie, and only a replica that has replayed so far answers who brings it. Call it before
 * the first route.
 */
export function keepPositions(
  app: FastifyInstance,
  replica: Pick<Replica, 'primaryPosition' | 'maxLag'>,
  { publicUrl }: Pick<Env, 'publicUrl'>,
): void {
  const readings = new WeakMap<FastifyRequest, { reading: Reading; given: Position[] }>();
  const attributes = `Path=/; SameSite=Lax; HttpOnly${publicUrl.startsWith('https:') ? '; Secure' : ''}`;

  app.addHook('onRequest', (request, _reply, done) => {
    // a call that another one makes inside this process is part of that one
    if (presentReading()) return done();
    const given = positionsOf(request);
    const its = new Reading({
      position: given.reduce(furthest, START),
      onlyReads: onlyReads(request),
      // pages for everybody stay without cookies; they may show a little less than the time before
      keepsWhatItSaw: request.url.startsWith('/api/'),
    });
    readings.set(request, { reading: its, given });
    withReading(its, done);
  });
  // reading a body may lose what belongs to the request
  app.addHook('preValidation', (request, _reply, done) => {
    const its = readings.get(request)?.reading;
    if (its) withReading(its, done);
    else done();
  });
  app.addHook('onSend', async (request, reply) => {
    const its = readings.get(request);
    if (!its || request.is404) return;
    const { given } = its;
    if (!onlyReads(request)) its.reading.wrote();
    const goesOn = request.routeOptions.config.replica === 'goes on' && reply.statusCode < 400;
    const position = goesOn
      ? END
      : // where the primary is not known, only the primary will do
        await its.reading
          .settle(() => replica.primaryPosition())
          .then(
            () => its.reading.own,
            () => END,
          );
    if (position === START) return;
    // what no replica reaches says nothing of a write, and is given for as long again to who must have it now
    if (given.some((one) => one !== END && one >= position)) return;
    const passed = given.filter((one) => one < position).slice(0, MOST_FORGOTTEN);
    reply.header('set-cookie', [
      `${nameOf(position)}=1; Max-Age=${replica.maxLag + MARGIN}; ${attributes}`,
      ...passed.map((one) => `${nameOf(one)}=; Max-Age=0; ${attributes}`),
    ]);
  });
  app.addHook('onResponse', (request, _reply, done) => {
    const its = readings.get(request);
    if (its) its.reading.isOver = true;
    done();
  });
}

function positionsOf({ headers }: FastifyRequest): Position[] {
  return [...(headers.cookie ?? '').matchAll(cookie)].map(([, hex]) => BigInt(`0x${hex}`));
}

const onlyReads = ({ method, routeOptions }: FastifyRequest) =>
  reading.includes(method) || routeOptions.config.replica === 'only reads';
