import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { listen } from './listen.ts';
import { answerParent, options } from './serve.ts';

/** Minimal server for applications: one handwritten transaction, run as the table owner, without policies. */
export type BareApply = { databaseUrl: string; organizationId: string };

const { databaseUrl, organizationId } = options<BareApply>();
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, pipeline: true });

const hit = `insert into rate_limits as r (key, hits, expires_at) values ($1, 1, now() + interval '60 seconds')
  on conflict (key) do update set hits = r.hits + 1 returning hits`;
const keep =
  'insert into idempotency_keys (organization_id, key, body_hash) values ($1, $2, $3) on conflict do nothing';
const lock = 'select capacity from groups where organization_id = $1 and id = $2 for no key update';
const taken = `select count(*)::integer as taken from participants
  where organization_id = $1 and group_id = $2 and status in ('pending', 'approved')`;
const insert = `insert into participants (organization_id, group_id, name, email, status, reference, language, answers, privacy_version)
  values ($1, $2, $3, $4, 'pending', app.new_reference(), $5, $6, $7) returning id, reference, status`;
const mail = `insert into mails (organization_id, group_id, participant_id, email_type, recipient_kind, to_address, language, status_at)
  values ($1, $2, $3, 'application_confirmation', 'applicant', $4, $5, 'pending'),
    ($1, $2, $3, 'application_received_notification', 'staff', null, $5, 'pending')`;
const answer = 'update idempotency_keys set response = $3 where organization_id = $1 and key = $2';

type Application = {
  name: string;
  email: string;
  language: string;
  privacy_version: string;
  answers: object;
};

const server = createServer(async (request, response) => {
  try {
    const receipt = await apply(request, await textOf(request));
    const body = JSON.stringify(receipt);
    response
      .writeHead(201, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      })
      .end(body);
  } catch {
    response.writeHead(500).end();
  }
});
answerParent(listen(server));

async function apply(request: IncomingMessage, text: string): Promise<object> {
  const group = request.url?.split('/')[5] ?? '';
  const key = String(request.headers['idempotency-key']);
  const { name, email, language, privacy_version, answers } = JSON.parse(text) as Application;
  const client = await pool.connect();
  const run = <Row extends pg.QueryResultRow>(statement: string, values: unknown[]) =>
    client.query<Row>({ name: createName(statement), text: statement, values });
  try {
    await run(hit, [String(request.headers['x-forwarded-for'])]);
    const [, , locked, counted] = await Promise.all([
      client.query('begin'),
      run(keep, [organizationId, key, createHash('sha256').update(text).digest('hex')]),
      run<{ capacity: number }>(lock, [organizationId, group]),
      run<{ taken: number }>(taken, [organizationId, group]),
    ]);
    if ((counted.rows[0]?.taken ?? 0) >= (locked.rows[0]?.capacity ?? 0)) throw new Error('full');
    const { rows } = await run<{ id: string }>(insert, [
      ...[
        organizationId,
        group,
        name,
        email,
        language,
        JSON.stringify(Object.entries(answers)),
        privacy_version,
      ],
    ]);
    const [person] = rows;
    const receipt = { ...person, email, language };
    await Promise.all([
      run(mail, [organizationId, group, person?.id, email, language]),
      run(answer, [organizationId, key, receipt]),
      client.query('commit'),
    ]);
    client.release();
    return receipt;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function createName(statement: string): string {
  return statement.slice(0, 60);
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
