import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { application } from '../../test/applicants/applicants.ts';
import { createLoggedApp } from '../../test/log-lines.ts';
import { type Cause, currentCause, withCause } from '../cause.ts';
import { registerLogs } from '../http/operations/logs.ts';
import { startJobs } from '../jobs/boss.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

test('each line of the log that a request causes has its id once, whoever writes it', async () => {
  const { app, lines } = createLoggedApp();
  registerLogs(app);
  app.post('/', async (request) => {
    app.log.info('by the application');
    await site.pools.system.query('select 1');
    app.log.info('after the database');
    request.log.info('by the request');
    return {};
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const started = lines.length;
  const ids = ['first-request', 'other-request'];
  await Promise.all(
    ids.map((id) =>
      fetch(origin, {
        method: 'POST',
        headers: { 'x-request-id': id, 'content-type': 'application/json' },
        body: '{}',
      }),
    ),
  );
  withCause({ job_id: 'a-job', queue: 'bulk', request_id: 'first-request' }, () => app.log.info('by a job'));
  app.log.info('by nobody');
  await app.close();
  const told = lines.slice(started).filter((line) => !line.includes('"msg":"Server'));
  const of = (id: string) => told.filter((line) => line.split(`"request_id":"${id}"`).length === 2);
  const inRequest = ['by the application', 'after the database', 'by the request', 'answered'];
  const messages = (all: string[]) => all.map((line) => JSON.parse(line).msg as string);
  expect(messages(of('other-request'))).toEqual(inRequest);
  expect(messages(of('first-request'))).toEqual([...inRequest, 'by a job']);
  expect(JSON.parse(told.find((line) => line.includes('by a job')) ?? '')).toMatchObject({ job_id: 'a-job' });
  expect(messages(told.filter((line) => !line.includes('request_id')))).toEqual(['by nobody']);
});

test('the request that caused a mail, a job and the jobs that this makes is known to whoever works on them', async () => {
  const { id: organization_id } = await site.factories.organization();
  const group = await site.factories.group({ organization_id });
  const { status } = await site.visitor.post(
    `/public/${organization_id}/groups/${group.id}/participants`,
    application({ name: 'Ana Kovač' }),
    { 'x-request-id': 'the-application', 'idempotency-key': 'the-key-of-ana' },
  );
  expect(status).toBe(201);
  const mails = await site.rows('select cause from mails where organization_id = $1', [organization_id]);
  expect(mails).toEqual([{ cause: 'the-application' }, { cause: 'the-application' }]);

  const jobs = await startJobs(site.env, { error() {}, warning() {} });
  const heard: (Cause | undefined)[] = [];
  await withCause({ request_id: 'the-beginning' }, () => jobs.send('bulk_resume'));
  await jobs.work('bulk_resume', { pollingIntervalSeconds: 0.5 }, async () => {
    heard.push(currentCause());
    await jobs.send('message_planned');
  });
  await jobs.work(
    'message_planned',
    { pollingIntervalSeconds: 0.5 },
    async () => void heard.push(currentCause()),
  );
  await expect.poll(() => heard.length).toBe(2);
  await jobs.stop(1000);
  const its = { request_id: 'the-beginning', job_id: expect.any(String) };
  expect(heard).toEqual([
    { ...its, queue: 'bulk_resume' },
    { ...its, queue: 'message_planned' },
  ]);
});
