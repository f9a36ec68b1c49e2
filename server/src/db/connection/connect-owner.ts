import pg from 'pg';

/** Connects as the owner for work that takes long, with values written the same by every server. */
export async function connectOwner(databaseUrl: string, onLost: (error: Error) => void = () => {}) {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'vpisnik command' });
  // the statement under way fails with it; unheard, the event would end the process
  client.on('error', onLost);
  await client.connect();
  await client.query(
    `set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = '60s';
     set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set extra_float_digits = 1;
     set bytea_output = 'hex'; set xmloption = 'content'; set synchronize_seqscans = off; set client_encoding = 'UTF8'`,
  );
  return client;
}
