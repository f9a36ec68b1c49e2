import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { application } from '../applicants/applicants.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { createFactories } from '../factories.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../outside/smtp.ts';
import { type AppProcess, startAppProcess } from '../processes/processes.ts';

/** Two processes share what they decide by nothing but the database; `npm run bench -- --case rush` has 2 000 people. */
const PEOPLE = 300;
const PLACES = 30;

let database: TestDatabase;
let owner: pg.Pool;
let create: ReturnType<typeof createFactories>;
let smtp: ScriptedSmtp;
let apps: AppProcess[];
beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.env.databaseUrl, max: 2 });
  owner.on('error', () => {});
  create = createFactories(owner);
  smtp = await startScriptedSmtp();
  const start = () => startAppProcess(database.env, { SMTP_URL: smtp.url });
  apps = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.kill()));
  await smtp.stop();
  await owner.end();
  await database.drop();
});

type Group = { organization_id: string; id: string };
type Answer = { status: number; body: { reference: string; status: string; code: string } };

async function apply({ organization_id, id }: Group, at: number): Promise<Answer> {
  const response = await fetch(
    `${apps[at % apps.length]?.origin}/api/public/${organization_id}/groups/${id}/participants`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': `key-of-the-rush-${at}`,
        'x-forwarded-for': `10.7.${Math.floor(at / 250)}.${at % 250}`,
      },
      body: JSON.stringify(application({ name: `Ana Kovač ${at}`, accept_waitlist: true })),
    },
  );
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

const rush = (group: Group) => Promise.all(Array.from({ length: PEOPLE }, (_, at) => apply(group, at)));

type Row = { reference: string; status: string; mails: number };
async function kept({ id }: Group): Promise<Row[]> {
  const { rows } = await owner.query<Row>(
    `select reference, status, (
       select count(*)::integer from mails m where m.participant_id = p.id and m.origin_id is null
     ) as mails
     from participants p where group_id = $1 order by application_date`,
    [id],
  );
  return rows;
}

describe(`${PEOPLE} people at two processes want ${PLACES} places`, () => {
  test('of a group with a waiting list: the first are in, the others wait in order, each gets one mail', async () => {
    const group = await create.group({ capacity: PLACES });
    const answers = await rush(group);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const rows = await kept(group);
    expect(rows.map(({ status }) => status)).toEqual([
      ...Array(PLACES).fill('pending'),
      ...Array(PEOPLE - PLACES).fill('waitlisted'),
    ]);
    expect(new Set(rows.map(({ mails }) => mails))).toEqual(new Set([2]));
    // every reply agrees with the stored row
    const told = new Map(answers.map(({ body }) => [body.reference, body.status]));
    expect(rows.every(({ reference, status }) => told.get(reference) === status)).toBe(true);
  });

  test('of a group that closes: the first are in, the others are told so and leave nothing behind', async () => {
    const group = await create.group({ capacity: PLACES, when_full: 'close' });
    const answers = await rush(group);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(PLACES);
    expect(answers.filter(({ status, body }) => status === 409 && body.code === 'group_full')).toHaveLength(
      PEOPLE - PLACES,
    );
    const rows = await kept(group);
    expect(rows).toHaveLength(PLACES);
    expect(rows.every(({ status, mails }) => status === 'pending' && mails === 2)).toBe(true);
  });
});
