import { createServer } from 'node:http';
import { brotliCompress, constants } from 'node:zlib';
import pg from 'pg';
import { loadKeys } from '../../server/src/identity/keys/keys.ts';
import { createVerifier } from '../../server/src/identity/provider/verify.ts';
import { listen } from './listen.ts';
import { answerParent, options } from './serve.ts';

/** The least that can answer: the same statements in one transaction, and the same bytes. */
export type BarePage = {
  databaseUrl: string;
  statements: { text: string; values: unknown[] }[];
  /** Body of the answer; by default the rows of `rowsOf` as JSON. */
  body?: string;
  /** The statement whose rows are the answer, and its columns. */
  rowsOf?: { statement: number; columns: string[] };
  /** Checks the token of each request as the application does. */
  tokens?: { publicUrl: string; secretKeys: [string, ...string[]]; systemUrl: string };
};

const { databaseUrl, statements, body: sent, rowsOf, tokens } = options<BarePage>();
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, pipeline: true });
const verify = tokens && (await verifier(tokens));
const page = sent === undefined ? undefined : Buffer.from(sent);
/** Timestamps and the like stay the text that PostgreSQL sends, which is the quickest. */
const types = {
  getTypeParser: ((oid: number, format: 'text') =>
    [1082, 1114, 1184].includes(oid)
      ? (value: string) => value
      : pg.types.getTypeParser(oid, format)) as never,
};
const prepared = statements.map(({ text, values }, at) => ({
  name: `s${at}`,
  text,
  values,
  rowMode: 'array' as const,
  types,
}));

const server = createServer(async (request, response) => {
  try {
    await verify?.(request.headers.authorization?.slice('Bearer '.length) ?? '');
    const rows = await read();
    const headers = {
      'content-type': sent?.startsWith('<') ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    };
    const body = page ?? Buffer.from(JSON.stringify({ results: rows }));
    if (!String(request.headers['accept-encoding']).includes('br')) {
      response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
      return;
    }
    const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };
    brotliCompress(body, { params }, (_error, small) => {
      response
        .writeHead(200, { ...headers, 'content-encoding': 'br', 'content-length': small.length })
        .end(small);
    });
  } catch {
    response.writeHead(500).end();
  }
});
answerParent(listen(server));

async function read(): Promise<object[]> {
  const client = await pool.connect();
  const begun = client.query('begin read only');
  const asked = prepared.map((statement) => client.query<unknown[]>(statement));
  const ended = client.query('commit').then(() => client.release());
  const results = await Promise.all(asked);
  await Promise.all([begun, ended]);
  if (!rowsOf) return [];
  const { columns, statement } = rowsOf;
  return (results[statement]?.rows ?? []).map((row) =>
    Object.fromEntries(columns.map((column, at) => [column, row[at]])),
  );
}

async function verifier({ publicUrl, secretKeys, systemUrl }: NonNullable<BarePage['tokens']>) {
  const system = new pg.Pool({ connectionString: systemUrl, max: 1 });
  const { signing } = await loadKeys(system, secretKeys);
  await system.end();
  return createVerifier(publicUrl, { signing });
}
