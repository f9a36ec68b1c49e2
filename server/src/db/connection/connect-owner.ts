import pg from 'pg';
import { keepAlive } from './time-outs.ts';

/** Name of the connections of commands. */
export const COMMAND = 'vpisnik command';

/** Connects as the owner for work that takes long, with values written the same by every server. */
export async function connectOwner(
  databaseUrl: string,
  onLost: (error: Error) => void = () => {},
  options: pg.ClientConfig = {},
) {
  const client = new pg.Client({
    ...{ connectionString: databaseUrl, application_name: COMMAND },
    ...{ ...keepAlive, ...options },
  });
  // the statement under way fails with it; unheard, the event would end the process
  client.on('error', onLost);
  await client.connect();
  const ready = client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '60s';
     set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1;
     set bytea_output = 'hex'; set xmloption = 'content'; set synchronize_seqscans = off; set client_encoding = 'UTF8'`,
  );
  await ready.catch(async (error: unknown) => {
    await client.end().catch(() => {});
    throw error;
  });
  return client;
}
