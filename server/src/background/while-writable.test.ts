import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../test/outside/smtp.ts';
import { until } from '../../test/until.ts';
import { installationOf } from '../installation/state.ts';
import { startWhileWritable } from './while-writable.ts';
import { startWorker } from './worker.ts';

let site: TestApp;
let smtp: ScriptedSmtp;
const stops: (() => Promise<void>)[] = [];
const said: string[] = [];
const log = { warn: (_details: object, message: string) => said.push(message), error: () => {} };
beforeAll(async () => {
  site = await createTestApp();
  smtp = await startScriptedSmtp();
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await site.owner.query('delete from installation_settings; delete from mails');
  said.length = 0;
});
afterAll(async () => {
  await smtp.stop();
  await site.close();
});

const readOnly = (on: boolean) =>
  site.owner.query(
    `insert into installation_settings (read_only, changed_by) values ($1, 'Ana')
     on conflict (id) do update set read_only = excluded.read_only`,
    [on],
  );
const hears = (word: string) => until(() => expect(said.at(-1)).toContain(word));
/** Connections of the job queue. */
const queues = () =>
  site.rows(
    `select from pg_stat_activity where datname = current_database() and application_name = 'vpisnik jobs'`,
  );
const work = async () => {
  const worker = await startWorker({ ...site, env: { ...site.env, smtpUrl: smtp.url } }, log);
  stops.push(worker.stop);
};

async function queueMail(to_address: string): Promise<void> {
  const { organization_id, group_id, id } = await site.factories.participant();
  await site.factories.mail({
    ...{ organization_id, group_id, participant_id: id, to_address },
    ...{ state: 'queued', send_after: new Date().toISOString() },
  });
}
const states = async () =>
  (await site.rows<{ state: string }>('select state from mails order by created_at')).map(
    ({ state }) => state,
  );

test('work in the background stops while nothing may be written, and takes up what has gathered', async () => {
  await work();
  await queueMail('ana@example.com');
  await until(async () => expect(await states()).toEqual(['sent']));
  await readOnly(true);
  await hears('waits');
  expect(await queues()).toEqual([]);
  await queueMail('bor@example.com');
  expect(await states()).toEqual(['sent', 'queued']);
  await readOnly(false);
  await hears('goes on');
  await until(async () => expect(await states()).toEqual(['sent', 'sent']));
});

test('a process that starts meanwhile begins nothing', async () => {
  await readOnly(true);
  // what the process before knew
  await installationOf(site.pools.system).renew();
  await work();
  expect(said).toEqual(['Work in the background waits while the installation is read-only']);
  expect(await queues()).toEqual([]);
  await readOnly(false);
  await hears('goes on');
  expect((await queues()).length).toBeGreaterThan(0);
});

test('what can not be started again is tried until it can', async () => {
  let tries = 0;
  const start = async () => {
    tries += 1;
    if (tries === 2) throw new Error('the port is taken');
    return { stop: async () => {} };
  };
  const part = await startWhileWritable(site.pools.system, start, log, 20);
  stops.push(part.stop);
  await readOnly(true);
  await hears('waits');
  await readOnly(false);
  await hears('goes on');
  expect(tries).toBe(3);
});
