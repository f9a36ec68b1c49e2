import { addDays } from '@vpisnik/contract/rules/dates';
import { dayOf, localDay } from '@vpisnik/contract/rules/schedule';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../../test/outside/smtp.ts';
import { workerToKill } from '../../../test/processes/forked-worker.ts';
import { until } from '../../../test/until.ts';
import { usualPace } from '../../background/mail-rounds.ts';

// fixed days: what must be to come is counted from today

const PEOPLE = 30;
/** Mails that have left when the process is killed for the first time, and the second. */
const KILLS = [8, 18];

let site: TestApp;
let smtp: ScriptedSmtp;
let worker: ReturnType<typeof workerToKill>;
beforeAll(async () => {
  [site, smtp] = await Promise.all([createTestApp(), startScriptedSmtp()]);
  worker = workerToKill(site, { SMTP_URL: smtp.url, MAIL_FROM: 'vpisnik@vpisnik.test' });
});
afterAll(async () => {
  await worker.kill();
  await Promise.all([site.close(), smtp.stop()]);
});

const headerOf = (mail: string, name: string): string =>
  new RegExp(`^${name}:\\s*(\\S+)`, 'im').exec(mail)?.[1] ?? '';

test('mails about a date reach each address when the process that sends them is killed, twice at most what it had in hand', async () => {
  const { organization, group, participant, member } = site.factories;
  const { id: organization_id } = await organization();
  const first = addDays(localDay(new Date(), 'Europe/Ljubljana'), 1);
  const schedule = [{ day: dayOf(first), start_time: '17:00', duration: 60 }];
  const { id: group_id } = await group({ organization_id, schedule });
  const addresses = Array.from({ length: PEOPLE }, (_, at) => `ana${at}@d${at % 7}.test`).toSorted();
  await Promise.all(
    addresses.map((email) => participant({ organization_id, group_id, status: 'approved', email })),
  );
  const staff = site.as(await member({ organization_id }));
  const changed = await staff.post(`/groups/${group_id}/exceptions`, {
    ...{ kind: 'cancelled', date: addDays(first, 7), start_time: '17:00', notify: true },
  });
  expect(changed.status).toBe(201);

  smtp.delay = 20;
  await worker.start();
  for (const taken of KILLS) {
    await until(() => expect(smtp.taken.length).toBeGreaterThanOrEqual(taken), 100_000);
    await worker.kill();
    // the time passes after which another process takes what this one had in hand
    await site.rows('update mails set taken_until = now() where taken_until is not null');
    await worker.start();
  }
  smtp.delay = 0;
  await until(async () => {
    const left = await site.rows(`select state from mails where organization_id = $1 and state <> 'sent'`, [
      organization_id,
    ]);
    expect(left).toEqual([]);
  }, 100_000);

  const byAddress = Map.groupBy(smtp.taken, (mail) => headerOf(mail, 'To'));
  expect([...byAddress.keys()].toSorted()).toEqual(addresses);
  // a mail that the server had taken before that was noted is the same once more
  for (const [address, same] of byAddress)
    expect(new Set(same.map((mail) => headerOf(mail, 'Message-ID'))).size, address).toBe(1);
  expect(smtp.taken.length - PEOPLE).toBeLessThanOrEqual(KILLS.length * usualPace.connections);
  const files = smtp.taken.map((mail) => /text\/calendar[\s\S]*?method=CANCEL/.test(mail));
  expect(files).not.toContain(false);
  expect(await site.rows('select from mails where organization_id = $1', [organization_id])).toHaveLength(
    PEOPLE,
  );
});
