/** Processes of the release before are replaced by those of this one, while people apply. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { applicationLoad, type Group } from '../applicants/application-load.ts';
import { createEmptyDatabase, type TestDatabase } from '../database.ts';
import { startProxy } from '../outside/proxy.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../outside/smtp.ts';
import { type AppProcess, ours, startAppProcess } from '../processes/processes.ts';
import { before, runBefore } from './before.ts';

const PLACES = 30;

let database: TestDatabase;
let smtp: ScriptedSmtp;
const apps: AppProcess[] = [];

const { asOwner, applyThrough, expectAllKept, expectAllSent } = applicationLoad({
  databaseUrl: () => database.env.databaseUrl,
  smtp: () => smtp,
  places: PLACES,
});

beforeAll(async () => {
  database = await createEmptyDatabase();
  const { databaseUrl } = database.env;
  const script = `await its.migrate({ databaseUrl: ${JSON.stringify(databaseUrl)} })`;
  await runBefore(database.env, 'server/src/db/migrate.ts', script);
  smtp = await startScriptedSmtp();
  const start = () =>
    startAppProcess(database.env, { SMTP_URL: smtp.url, DRAIN_SECONDS: '1' }, before).then((app) => {
      apps.push(app);
    });
  await Promise.all([start(), start(), start()]);
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.kill()));
  await smtp.stop();
  await database.drop();
});

/** A group that people apply to, in words that each release knows. */
async function newGroup(): Promise<Group> {
  const { rows } = await asOwner((owner) =>
    owner.query<Group>(
      `with organization as (
         insert into organizations (name, owner_email, label) values ('Zvezda', 'maja@example.com', 'zvezda') returning id
       ), category as (
         insert into categories (organization_id, label, languages, name)
         select id, 'ples', '{sl}', '{"sl": "Ples"}' from organization returning organization_id, id
       )
       insert into groups (organization_id, category_id, label, languages, name, active, capacity)
       select organization_id, id, 'balet', '{sl}', '{"sl": "Balet"}', true, ${PLACES} from category
       returning organization_id, id`,
    ),
  );
  return rows[0] as Group;
}

test('nobody is turned away, and nothing is lost or doubled', async () => {
  const group = await newGroup();
  const proxy = await startProxy(apps.map(({ origin }) => origin));
  const said: string[] = [];
  try {
    const receipts = await applyThrough(proxy.origin, group, async () => {
      await migrate(database.env, (line) => said.push(line));
      const [first] = apps;
      // also one that is started once more by its supervisor, before its turn has come
      await first?.stop();
      await first?.start();
      for (const app of apps) {
        await app.stop();
        await app.start(ours);
      }
    });
    await expectAllKept(group, receipts);
    await expectAllSent(group, 0);
    const { rows } = await asOwner((owner) =>
      owner.query(`select name, state from pgboss.job where state = 'failed'`),
    );
    expect(rows).toEqual([]);
    process.stdout.write(`${receipts.length} applied, ${smtp.taken.length} mails. ${said.join(' ')}\n`);
  } finally {
    await proxy.stop();
  }
});
