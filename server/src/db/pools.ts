import pg from 'pg';
import { GatheringSocket } from './gathering-socket.ts';
import { timeOuts } from './time-outs.ts';
import { watchedClient } from './watched-client.ts';

/** A pool per database role; none of them is the owner of the tables. */
export type Pools = {
  /** The signed-in staff: row-level security by organisation and group scope. */
  api: pg.Pool;
  /** Visitors: reads published rows, and applies by one function. */
  public: pg.Pool;
  /** Identity, worker, and the lists of a platform ADMIN. */
  system: pg.Pool;
  close(): Promise<void>;
};

type Addresses = { databaseApiUrl: string; databasePublicUrl: string; databaseSystemUrl: string };

/** Opens the pools; connections are made as they are needed. `onError` hears of connections lost while idle. */
export function createPools(env: Addresses, onError: (error: Error) => void = () => {}): Pools {
  const open = (connectionString: string) => {
    const pool = new pg.Pool({
      Client: watchedClient,
      connectionString,
      max: 10,
      pipeline: true,
      stream: () => new GatheringSocket(),
      // in a rush people wait here for their turn, below the 30 s that clients wait
      connectionTimeoutMillis: 20_000,
      ...timeOuts,
    });
    pool.on('error', onError);
    // a connection that is lost in use tells so by the statement that fails; unheard, its event would end the process
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const pools = {
    api: open(env.databaseApiUrl),
    public: open(env.databasePublicUrl),
    system: open(env.databaseSystemUrl),
  };
  const close = async () => {
    await Promise.all(Object.values(pools).map((pool) => pool.end()));
  };
  return { ...pools, close };
}
