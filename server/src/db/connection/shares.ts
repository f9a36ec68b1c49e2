import type pg from 'pg';

/** Of a pool's connections, the part that one organisation may have at a time: another's request finds one free. */
const SHARE = 0.8;
/** Organisations, or accounts whose organisation isn't known yet, that wait in line; by pool. */
const lines = new WeakMap<pg.Pool, Map<string, Line>>();

type Line = { taken: number; waiting: (() => void)[] };

/**
 * Takes a connection of a pool. Requests of an organisation that has its share already wait for one of their own to end, and so
 * hold up nobody else; each process has its own shares, as it has its own connections.
 *
 * @param whose what the connection is for; undefined where it is for nobody's in particular
 * @returns the connection, and what gives its place in the share back
 * @throws as the pool does, when it takes too long
 */
export async function connectInShare(
  pool: pg.Pool,
  whose: string | undefined,
): Promise<{ client: pg.PoolClient; leave: () => void }> {
  if (whose === undefined) return { client: await pool.connect(), leave: () => {} };
  const leave = await enter(pool, whose);
  try {
    return { client: await pool.connect(), leave };
  } catch (error) {
    leave();
    throw error;
  }
}

async function enter(pool: pg.Pool, whose: string): Promise<() => void> {
  const its = lines.get(pool) ?? new Map<string, Line>();
  lines.set(pool, its);
  const line = its.get(whose) ?? { taken: 0, waiting: [] };
  its.set(whose, line);
  const leave = () => {
    const next = line.waiting.shift();
    // its place goes on to the next one
    if (next) return next();
    line.taken -= 1;
    if (line.taken === 0) its.delete(whose);
  };
  if (line.taken < Math.max(1, Math.floor(pool.options.max * SHARE))) {
    line.taken += 1;
    return leave;
  }
  await new Promise<void>((start, refuse) => {
    const mayStart = () => {
      clearTimeout(timer);
      start();
    };
    const timer = setTimeout(() => {
      line.waiting.splice(line.waiting.indexOf(mayStart), 1);
      refuse(new Error('timeout exceeded when trying to connect'));
    }, pool.options.connectionTimeoutMillis);
    line.waiting.push(mayStart);
  });
  return leave;
}

/** How many requests wait for a share of a pool. */
export function countWaiting(pool: pg.Pool): number {
  return [...(lines.get(pool)?.values() ?? [])].reduce((sum, { waiting }) => sum + waiting.length, 0);
}
