import pg from 'pg';
import { GatheringSocket } from './gathering-socket.ts';
import { keepAlive, timeOuts } from './time-outs.ts';
import { watchedClient } from './watched-client.ts';

type Heard = {
  /** Hears of connections lost while idle. */
  onError: (error: Error) => void;
  /** Is given the socket of each connection. */
  onSocket?: (socket: GatheringSocket) => void;
};

/** Opens a pool with the limits of ours; connections are made as they are needed. */
export function openPool(
  connectionString: string,
  { onError, onSocket }: Heard,
  options: pg.PoolConfig = {},
): pg.Pool {
  const pool = new pg.Pool({
    Client: watchedClient,
    connectionString,
    max: 10,
    pipeline: true,
    stream: () => {
      const socket = new GatheringSocket();
      onSocket?.(socket);
      return socket;
    },
    // in a rush people wait here for their turn, below the 30 s that clients wait
    connectionTimeoutMillis: 20_000,
    ...keepAlive,
    ...timeOuts,
    ...options,
  });
  pool.on('error', onError);
  // a connection that is lost in use tells so by the statement that fails; unheard, its event would end the process
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
