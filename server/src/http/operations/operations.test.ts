import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';

const token = 'a token for metrics';
let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ variables: { METRICS_TOKEN: token, DATA_DIR: tmpdir() } });
});
afterAll(() => site.close());

const read = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, body } = await site.app.inject({ url, headers });
  return { status: statusCode, body };
};
const asOperator = { authorization: `Bearer ${token}` };
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

test('strangers hear whether the application can answer, and nothing of how it is', async () => {
  for (const headers of [{}, { authorization: 'Bearer another token' }])
    expect(await read('/readyz', headers)).toEqual({ status: 200, body: '{"ok":true}' });
  expect((await read('/metrics')).status).toBe(404);
});

test('who has the token reads how long mails and jobs wait, the age of the backup and what room is left', async () => {
  const figures = async () => JSON.parse((await read('/readyz', asOperator)).body);
  expect(await figures()).toEqual({
    ...{ ok: true, mail_oldest_due_seconds: 0, job_oldest_due_seconds: expect.any(Number) },
    ...{ backup_last_success_timestamp_seconds: 0, backup_failures_since_success: 0 },
    ...{ disk_free_bytes: expect.any(Number), replica_used: null, replica_behind_seconds: null },
  });
  await site.factories.mail({ state: 'queued', send_after: minutesAgo(10) });
  await site.factories.mail({ state: 'queued', send_after: minutesAgo(-60) });
  await site.factories.mail({ state: 'sent', send_after: minutesAgo(600) });
  await site.rows(
    `insert into pgboss.job (name, start_after) values ('mail_release', now() - interval '20 minutes'),
       ('backup', now() - interval '1 day'), ('report_mailbox', now() - interval '1 day')`,
  );
  const { mail_oldest_due_seconds, job_oldest_due_seconds } = await figures();
  expect([Math.floor(mail_oldest_due_seconds / 600), Math.floor(job_oldest_due_seconds / 1200)]).toEqual([
    1, 1,
  ]);
  const { body } = await read('/metrics', asOperator);
  expect(body).toMatch(/^mail_oldest_due_seconds [6-9]\d\d/m);
  expect(body).toMatch(/^job_oldest_due_seconds 1\d\d\d/m);
  expect(body).toMatch(/^disk_free_bytes \d+/m);
});

test('a mail that the mail server does not take waits also between the tries; one that a domain puts off does not', async () => {
  await site.rows('delete from mails');
  await site.factories.mail({
    ...{ state: 'queued', state_reason: 'server_unavailable: ESOCKET' },
    ...{ created_at: minutesAgo(40), send_after: minutesAgo(-30) },
  });
  const waits = async () => JSON.parse((await read('/readyz', asOperator)).body).mail_oldest_due_seconds;
  expect(await waits()).toBe(0);
  await site.rows(`insert into mail_pauses (domain, until) values ('*', now())`);
  expect(Math.floor((await waits()) / 600)).toBe(4);
});

test('a backup that a clock ahead of time has dated is not the last one', async () => {
  await site.rows(
    `insert into backups (target, name, started_at, failure) values
       ('/backups', 'ahead', now() + interval '1 year', null),
       ('/backups', 'good', now() - interval '2 hours', null), ('/backups', 'bad', now() - interval '1 hour', 'no room')`,
  );
  const figures = JSON.parse((await read('/readyz', asOperator)).body);
  expect(Math.round((Date.now() / 1000 - figures.backup_last_success_timestamp_seconds) / 3600)).toBe(2);
  expect(figures.backup_failures_since_success).toBe(1);
});

test('alerts and the dashboard ask for figures that are told', async () => {
  await site.app.inject({ url: '/healthz' });
  const { body } = await read('/metrics', asOperator);
  const told = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  const folder = new URL('../../../../deploy/monitoring/', import.meta.url);
  for (const file of ['vpisnik-alerts.yml', 'dashboard.json']) {
    const asked = await readFile(new URL(file, folder), 'utf8');
    const names = [...asked.matchAll(/\b(\w+?)(_count|_bucket)?\{job=/g)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(9);
    for (const name of names.filter((one) => one !== 'up')) expect(told, file).toContain(name);
  }
});
