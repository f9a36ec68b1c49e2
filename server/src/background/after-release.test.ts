import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { until } from '../../test/until.ts';
import { startAfterRelease } from './after-release.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

test('what could not be started when its mails were released starts at the next try, and is stopped', async () => {
  await site.owner.query(`insert into restorations (name, made_at) values ('vpisnik.zip.age', now())`);
  const said: string[] = [];
  const say = (_details: object, message: string) => said.push(message);
  let tries = 0;
  let state = 'waiting';
  const start = async () => {
    tries += 1;
    if (tries === 1) throw new Error('The database is away');
    state = 'started';
    return {
      stop: async () => {
        state = 'stopped';
      },
    };
  };
  const part = await startAfterRelease(site.pools.system, start, { warn: say, error: say }, 10);
  expect(state).toBe('waiting');
  await site.owner.query(`update restorations set released_at = now(), waiting = 'sent'`);
  await until(() => expect(state).toBe('started'));
  expect(said).toEqual([
    expect.stringContaining('sends no mail until'),
    expect.stringContaining('could not be started'),
    expect.stringContaining('was released'),
  ]);
  await part.stop();
  expect(state).toBe('stopped');
});
