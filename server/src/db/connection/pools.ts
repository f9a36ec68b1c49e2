import type pg from 'pg';
import { Replica } from '../replica/replica.ts';
import { openPool } from './open-pool.ts';

/** A pool per database role; none of them is the owner of the tables. */
export type Pools = {
  /** The signed-in staff: row-level security by organisation and group scope. */
  api: pg.Pool;
  /** Visitors: reads published rows, and applies by one function. */
  public: pg.Pool;
  /** Identity, worker, and the lists of a platform ADMIN. */
  system: pg.Pool;
  /** Where requests that only read go first, if there is one; transactions find it by themselves. */
  replica?: Replica;
  close(): Promise<void>;
};

type Addresses = {
  databaseApiUrl: string;
  databasePublicUrl: string;
  databaseSystemUrl: string;
  databaseReplicaUrl?: string;
  databaseReplicaMaxLag?: number;
};

/** Opens the pools; connections are made as they are needed. `onError` hears of connections lost while idle. */
export function createPools(env: Addresses, onError: (error: Error) => void = () => {}): Pools {
  const open = (connectionString: string) => openPool(connectionString, { onError });
  const pools = {
    api: open(env.databaseApiUrl),
    public: open(env.databasePublicUrl),
    system: open(env.databaseSystemUrl),
  };
  const { databaseReplicaUrl: url, databaseReplicaMaxLag: maxLag } = env;
  const replica = url && maxLag ? new Replica({ ...env, url, maxLag }, pools) : undefined;
  const close = async () => {
    await Promise.all([...Object.values(pools), replica].map((each) => each?.end()));
  };
  return { ...pools, ...(replica && { replica }), close };
}
