import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Mailbox, startMailbox } from '../../../mailbox/mailbox.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createFactories } from '../../test/factories.ts';
import { type ScriptedSmtp, startScriptedSmtp } from '../../test/outside/smtp.ts';
import { until } from '../../test/until.ts';
import { createPools, type Pools } from '../db/connection/pools.ts';
import { asWorker, type Database, type Transaction } from '../db/scope.ts';
import {
  cancelStatusMails,
  enqueueApplicationMails,
  enqueueStatusMails,
} from '../features/application-mails/enqueue.ts';
import { type MailKey, markWaiting, releaseHeldMails } from '../features/application-mails/outbox.ts';
import { openStorage } from '../files/storage.ts';
import { mailMarks } from '../mail/returned/marks.ts';
import { findFreePorts } from '../ports.ts';
import { startWorker } from './worker.ts';

// fixed days: a version of a text is called so

type MailRow = {
  id: string;
  email_type: string;
  variant: string;
  recipient_kind: string;
  to_address: string;
  language: string;
  state: string;
  state_reason: string;
  attempts: number;
  status_at: string;
};

let database: TestDatabase;
let owner: pg.Pool;
let pools: Pools;
let create: ReturnType<typeof createFactories>;
const logged: string[] = [];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = new pg.Pool({ connectionString: database.env.databaseUrl, max: 4 });
  owner.on('error', () => {});
  pools = createPools(database.env);
  create = createFactories(owner);
});

afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await owner.query('delete from mails; delete from mail_pauses');
  expect(logged.splice(0).filter((line) => !line.includes('trying again later'))).toEqual([]);
});

afterAll(async () => {
  await Promise.all([pools.close(), owner.end()]);
  await database.drop();
});

/** Starts the worker as in production, for one test. */
async function work(smtpUrl: string): Promise<void> {
  const say = (details: object, message: string) => logged.push(`${message} ${JSON.stringify(details)}`);
  const env = {
    ...database.env,
    smtpUrl,
    mailFrom: 'obvestila@vpisnik.test',
    publicUrl: 'https://vpisnik.test',
  };
  const worker = await startWorker({ env, pools, storage: openStorage(env) }, { warn: say, error: say });
  stops.push(worker.stop);
}

async function smtp(answers?: string[]): Promise<ScriptedSmtp> {
  const server = await startScriptedSmtp(answers);
  stops.push(server.stop);
  return server;
}

/** One transaction of a member of the staff who sees every group, as role app_api. */
async function asStaff<T>(organizationId: string, todo: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pools.api.connect();
  try {
    await client.query('begin');
    await client.query(
      `select set_config('app.organization_id', $1, true), set_config('app.all_groups', 'true', true)`,
      [organizationId],
    );
    const result = await todo(drizzle({ client }) as Database as Transaction);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** What stands in its Message-ID before the `@`. */
const messageId = (mail: MailRow | undefined): string =>
  mailMarks(database.env.secretKeys).shortOf(mail?.id ?? '');

async function rows(organizationId: string): Promise<MailRow[]> {
  const text =
    'select * from mails where organization_id = $1 order by email_type, to_address, created_at, id';
  return (await owner.query<MailRow>(text, [organizationId])).rows;
}

/** Waits until every mail of the organisation is in one of the states. */
const settled = (organizationId: string, ...states: string[]): Promise<MailRow[]> =>
  until(async () => {
    const found = await rows(organizationId);
    const waiting = found.filter((mail) => !states.includes(mail.state));
    if (found.length === 0 || waiting.length > 0) throw new Error(JSON.stringify(found));
    return found;
  });

/** Waits until no mail is left that may leave. */
const idle = () =>
  until(async () => {
    const text = `select from mails where state in ('queued', 'sending') and send_after <= now()`;
    const { rowCount } = await owner.query(text);
    if (rowCount !== 0) throw new Error(`${rowCount} mails left`);
  });

/** Lets the time pass that mails and pauses have to wait. */
const hurry = () =>
  owner.query(`
    update mails set send_after = now() where state = 'queued' and send_after > now();
    update mail_pauses set until = now()`);

/** Waits as `settled` for mails that are tried more than once, without the time between their tries. */
const settledInTime = async (organizationId: string, ...states: string[]): Promise<MailRow[]> =>
  until(async () => {
    await hurry();
    const found = await rows(organizationId);
    expect(found.filter((mail) => !states.includes(mail.state))).toEqual([]);
    return found;
  });

/** Inserts a visitor's application, without its mails. */
async function apply(
  given: { organization_id?: string; group_id?: string; email?: string; name?: string } = {},
) {
  return create.participant({ privacy_version: '2026-01', ...given });
}

describe('an application', () => {
  test('sends a confirmation and tells the staff, each in their language', async () => {
    const [port = 0, smtpPort = 0] = await findFreePorts(2);
    const dir = mkdtempSync(join(tmpdir(), 'vpisnik-mail-test-'));
    const mailbox: Mailbox = await startMailbox({ port, smtpPort, dir });
    stops.push(async () => {
      await mailbox.stop();
      rmSync(dir, { recursive: true, force: true });
    });
    const organization = await create.organization({
      name: 'Plesna šola Zvezda',
      owner_email: 'lastnica@zvezda.test',
      contact_email: 'info@zvezda.test',
      profile: {
        address: 'Tržaška cesta 12',
        postal_code: '1000',
        city: 'Ljubljana',
        phone_number: '01 234 56 78',
      },
    });
    const organization_id = organization.id;
    const location = await create.location({
      organization_id,
      name: 'Dvorana Šiška',
      address: 'Celovška 72',
    });
    const group = await create.group({
      organization_id,
      name: { sl: 'Moderni ples', en: 'Modern dance' },
      location_id: location.id,
      price_text: { sl: '85 € na trimester', en: '€85 a term' },
      start_date: '2199-09-01',
      schedule: [{ day: 'tuesday', start_time: '17:30', duration: 75 }],
    });
    await create.member({
      organization_id,
      role: 'GROUP_EDITOR_USER',
      leads: [group.id],
      email: 'leader@zvezda.test',
      language: 'en',
    });
    const participant = await apply({
      organization_id,
      group_id: group.id,
      name: 'Špela Žnidaršič',
      email: 'Spela@Example.com',
    });
    await work(`smtp://127.0.0.1:${smtpPort}`);
    await asStaff(organization_id, (tx) => enqueueApplicationMails(tx, participant.id, 'application'));

    const sent = await settled(organization_id, 'sent');
    expect(sent).toMatchObject([
      {
        email_type: 'application_confirmation',
        to_address: 'spela@example.com',
        language: 'sl',
        attempts: 1,
      },
      {
        email_type: 'application_received_notification',
        to_address: 'leader@zvezda.test',
        language: 'en',
        attempts: 1,
      },
    ]);
    const received = (await (await fetch(`${mailbox.url}/email`)).json()) as Record<
      string,
      string & object
    >[];
    const to = (address: string) => received.find((mail) => JSON.stringify(mail.to).includes(address)) ?? {};

    const confirmation = to('spela@example.com');
    expect(confirmation.from).toEqual([{ address: 'obvestila@vpisnik.test', name: 'Plesna šola Zvezda' }]);
    expect(confirmation.headers).toMatchObject({
      'reply-to': expect.stringContaining('<info@zvezda.test>'),
      'message-id': `<${messageId(sent[0])}@vpisnik.test>`,
      'auto-submitted': 'auto-generated',
      'content-language': 'sl',
    });
    expect(confirmation.subject).toBe('Prejeli smo prijavo: Špela Žnidaršič, Moderni ples');
    for (const body of [confirmation.text, confirmation.html]) {
      expect(body).toContain('Pozdravljeni, Špela Žnidaršič,');
      expect(body).toContain('torek, 17:30–18:45');
      expect(body).toContain('torek, 3. 9. 2199, ob 17:30');
      expect(body).toContain('Dvorana Šiška, Celovška 72');
      expect(body).toContain('85 € na trimester');
      expect(body).toContain(participant.reference);
      expect(body).toContain('Tržaška cesta 12, 1000 Ljubljana');
      expect(body).not.toContain('/groups/');
    }

    const notice = to('leader@zvezda.test');
    expect(notice.subject).toBe('New application: Špela Žnidaršič, Modern dance');
    const link = `https://vpisnik.test/groups/${group.id}?tab=participants&participant=${participant.id}`;
    expect(notice.text).toContain(link);
    expect(notice.html).toContain(link.replace('&', '&amp;'));
    expect(JSON.stringify([notice.text, notice.html])).not.toContain('spela@example.com');
  });

  test('has answers go to the owner while no address is published', async () => {
    const server = await smtp();
    const { id } = await create.organization({ owner_email: 'lastnica@zvezda.test' });
    const participant = await apply({ organization_id: id });
    await asStaff(id, (tx) => enqueueApplicationMails(tx, participant.id, 'application'));
    await work(server.url);
    await settled(id, 'sent');
    expect(server.taken[0]).toMatch(/^Reply-To: .*<lastnica@zvezda\.test>/m);
  });

  test('that is rolled back sends nothing', async () => {
    const server = await smtp();
    const participant = await apply();
    const undone = asStaff(participant.organization_id, async (tx) => {
      await enqueueApplicationMails(tx, participant.id, 'application');
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
    expect(await rows(participant.organization_id)).toEqual([]);
    await work(server.url);
    await idle();
    expect(server.taken).toEqual([]);
  });

  test('again within minutes adds no mail, later one that says so, and never one to staff', async () => {
    const { id, organization_id } = await apply();
    const again = () => asStaff(organization_id, (tx) => enqueueApplicationMails(tx, id, 'duplicate'));
    await asStaff(organization_id, (tx) => enqueueApplicationMails(tx, id, 'application'));
    await again();
    expect(await rows(organization_id)).toHaveLength(2);
    await owner.query(`update mails set created_at = now() - interval '11 minutes'`);
    await again();
    expect((await rows(organization_id)).map((mail) => [mail.email_type, mail.variant])).toEqual([
      ['application_confirmation', ''],
      ['application_confirmation', 'duplicate'],
      ['application_received_notification', ''],
    ]);
    const server = await smtp();
    await work(server.url);
    await settled(organization_id, 'sent');
    expect(
      server.taken.filter((mail) => mail.includes('=?UTF-8?Q?Va=C5=A1o_prijavo_=C5=BEe_imamo')),
    ).toHaveLength(1);
  });

  test('entered by staff confirms only, and follows the group’s settings', async () => {
    const { id, organization_id, group_id } = await create.participant();
    await asStaff(organization_id, (tx) => enqueueApplicationMails(tx, id, 'added'));
    expect(await rows(organization_id)).toMatchObject([{ email_type: 'application_confirmation' }]);
    await owner.query('delete from mails');
    for (const email_type of ['application_confirmation', 'application_status_update'])
      await create.emailSetting({ organization_id, group_id, email_type, enabled: false });
    await asStaff(organization_id, (tx) => enqueueApplicationMails(tx, id, 'application'));
    expect(await asStaff(organization_id, (tx) => enqueueStatusMails(tx, [id], 0))).toEqual([]);
    expect(await rows(organization_id)).toMatchObject([{ email_type: 'application_received_notification' }]);
  });

  test('of a participant without an address, or of another organisation, sends no mail', async () => {
    const { id, organization_id } = await create.participant({ email: null });
    const foreign = await create.participant();
    await asStaff(organization_id, async (tx) => {
      await enqueueApplicationMails(tx, id, 'added');
      await enqueueApplicationMails(tx, foreign.id, 'application');
      expect(await enqueueStatusMails(tx, [id, foreign.id], 0)).toEqual([]);
    });
    expect((await owner.query('select from mails')).rowCount).toBe(0);
  });
});

describe('a decision', () => {
  test('mails with the group’s template, in the status it was made in, whatever follows', async () => {
    const { id, organization_id, group_id } = await create.participant({
      status: 'approved',
      language: 'en',
    });
    const template = await create.template({
      organization_id,
      email_type: 'application_status_update',
      translations: { en: { subject: 'Our own words for {{group_name}}' } },
    });
    await create.emailSetting({
      organization_id,
      group_id,
      email_type: 'application_status_update',
      template_id: template.id,
    });
    await asStaff(organization_id, (tx) => enqueueStatusMails(tx, [id], 0));
    await owner.query(`update participants set status = 'inactive' where id = $1`, [id]);
    const server = await smtp();
    await work(server.url);
    expect(await settled(organization_id, 'sent')).toMatchObject([{ status_at: 'approved', language: 'en' }]);
    expect(server.taken[0]).toContain('Subject: Our own words for Group');
    expect(server.taken[0]).toContain('Your place is confirmed');
  });

  test('waits for its delay, and can be called back until it leaves', async () => {
    const { id, organization_id } = await create.participant();
    await asStaff(organization_id, (tx) => enqueueStatusMails(tx, [id], 30));
    const { rows: waits } = await owner.query(
      `select extract(epoch from send_after - created_at)::int as seconds from mails`,
    );
    expect(waits).toEqual([{ seconds: 30 }]);

    expect(await asStaff(organization_id, (tx) => cancelStatusMails(tx, [id]))).toEqual([id]);
    expect(await asStaff(organization_id, (tx) => cancelStatusMails(tx, [id]))).toEqual([]);
    await owner.query(`update mails set send_after = now()`);
    const other = await create.participant();
    await asStaff(other.organization_id, (tx) => enqueueStatusMails(tx, [other.id], 0));
    const server = await smtp();
    await work(server.url);
    await settled(other.organization_id, 'sent');
    expect(await rows(organization_id)).toMatchObject([
      { state: 'cancelled', state_reason: 'undone', attempts: 0 },
    ]);
    expect(server.taken).toHaveLength(1);
  });

  test('calls back the mail about the one before', async () => {
    const { id, organization_id } = await create.participant({ status: 'approved' });
    await asStaff(organization_id, (tx) => enqueueStatusMails(tx, [id], 30));
    await owner.query(`update participants set status = 'rejected' where id = $1`, [id]);
    await asStaff(organization_id, (tx) => enqueueStatusMails(tx, [id], 30));
    expect(await rows(organization_id)).toMatchObject([
      { status_at: 'approved', state: 'cancelled', state_reason: 'superseded' },
      { status_at: 'rejected', state: 'queued' },
    ]);
  });

  test('that is undone, or made anew, while its mail is being tried is not told again', async () => {
    const undone = await create.participant({ status: 'approved' });
    const again = await create.participant({ status: 'approved' });
    for (const { id, organization_id } of [undone, again]) {
      await asStaff(organization_id, (tx) => enqueueStatusMails(tx, [id], 0));
      await owner.query(
        `update mails set state = 'sending', attempts = 1, taken_until = now() + interval '1 hour' where organization_id = $1`,
        [organization_id],
      );
      expect(await asStaff(organization_id, (tx) => cancelStatusMails(tx, [id]))).toEqual([]);
    }
    await owner.query(`update participants set status = 'pending' where id = $1`, [undone.id]);
    await asStaff(again.organization_id, (tx) => enqueueStatusMails(tx, [again.id], 0));
    // the tries come to nothing
    const { rows: tried } = await owner.query<MailKey>(
      `select organization_id, id from mails where state = 'sending'`,
    );
    for (const key of tried)
      await asWorker(pools.system, (tx) => markWaiting(tx, key, '451 4.3.0 try later'));
    await owner.query('update mails set send_after = now()');

    const server = await smtp();
    await work(server.url);
    expect(await settled(undone.organization_id, 'cancelled')).toMatchObject([
      { state_reason: 'superseded', status_at: 'approved' },
    ]);
    expect(await settled(again.organization_id, 'cancelled', 'sent')).toMatchObject([
      { state: 'cancelled', state_reason: 'superseded' },
      { state: 'sent', status_at: 'approved' },
    ]);
    expect(server.taken).toHaveLength(1);
  });

  test('about many makes one mail each', async () => {
    const group = await create.group();
    const ids: string[] = [];
    for (let at = 0; at < 5; at++)
      ids.push((await create.participant({ organization_id: group.organization_id, group_id: group.id })).id);
    const told = await asStaff(group.organization_id, (tx) => enqueueStatusMails(tx, ids, 0));
    expect(told.sort()).toEqual(ids.sort());
    const server = await smtp();
    await work(server.url);
    await settled(group.organization_id, 'sent');
    expect(server.taken).toHaveLength(5);
  });
});

describe('a mail server', () => {
  test('that is away is tried until it is back, with the same Message-ID', async () => {
    const [port = 0] = await findFreePorts(1);
    const { id, organization_id } = await create.participant();
    await asStaff(organization_id, (tx) => enqueueStatusMails(tx, [id], 0));
    await work(`smtp://127.0.0.1:${port}`);
    const first = await until(async () => {
      const [mail] = await rows(organization_id);
      expect(mail).toMatchObject({ state: 'queued', state_reason: 'server_unavailable: ESOCKET' });
      return mail;
    });
    const dir = mkdtempSync(join(tmpdir(), 'vpisnik-mail-test-'));
    const [web = 0] = await findFreePorts(1);
    const mailbox = await startMailbox({ port: web, smtpPort: port, dir });
    // stopped after the worker, whose connections it would wait for
    stops.unshift(async () => {
      await mailbox.stop();
      rmSync(dir, { recursive: true, force: true });
    });
    const [mail] = await settledInTime(organization_id, 'sent');
    expect(mail?.attempts).toBeGreaterThan(1);
    expect(mail?.state_reason).toBe('');
    const received = (await (await fetch(`${mailbox.url}/email`)).json()) as {
      headers: Record<string, string>;
    }[];
    expect(received.map((one) => one.headers['message-id'])).toEqual([`<${messageId(first)}@vpisnik.test>`]);
    expect(logged.join()).not.toContain('@');
  });

  test.each([
    '451 4.3.0 try later',
    '550 5.1.8 <reports@vpisnik.test>: Sender address rejected: Domain not found',
    '554 5.7.1 Relay access denied',
  ])('that says it may take the mail once something is mended is asked again: %s', async (said) => {
    const server = await smtp([said, '250 ok']);
    const { id, organization_id } = await create.participant();
    await asStaff(organization_id, (tx) => enqueueStatusMails(tx, [id], 0));
    await work(server.url);
    expect(await settledInTime(organization_id, 'sent')).toMatchObject([{ attempts: 2 }]);
    expect(server.taken).toHaveLength(1);
  });

  test('that says 5xx is believed, and says why', async () => {
    const server = await smtp(['550 5.1.1 no such mailbox']);
    const { id, organization_id } = await create.participant();
    await asStaff(organization_id, (tx) => enqueueStatusMails(tx, [id], 0));
    await work(server.url);
    expect(await settled(organization_id, 'failed')).toMatchObject([
      { attempts: 1, state_reason: 'mailbox_missing: 550 5.1.1 no such mailbox' },
    ]);
    await idle();
  });

  test('that never takes a mail makes it fail in the end, and it can be sent again', async () => {
    const server = await smtp(['451 4.2.2 over quota', '451 4.2.2 over quota', '250 ok']);
    const { id, organization_id } = await create.participant();
    await asStaff(organization_id, (tx) => enqueueStatusMails(tx, [id], 0));
    await owner.query('update mails set attempts = 28');
    await work(server.url);
    const [failed] = await settledInTime(organization_id, 'failed');
    expect(failed).toMatchObject({ attempts: 30, state_reason: 'gave_up: 451 4.2.2 over quota' });
    await owner.query(`update mails set state = 'queued', state_reason = '' where organization_id = $1`, [
      organization_id,
    ]);
    expect(await settled(organization_id, 'sent')).toMatchObject([{ id: failed?.id, attempts: 31 }]);
    expect(logged.join()).not.toContain('@');
  });

  test('that took a mail just before the process died gets it again with the same Message-ID, not a third time', async () => {
    const server = await smtp();
    const { id, organization_id } = await create.participant();
    await asStaff(organization_id, (tx) => enqueueStatusMails(tx, [id], 0));
    await owner.query(
      `update mails set state = 'sending', attempts = 1, taken_until = now() where organization_id = $1`,
      [organization_id],
    );
    await work(server.url);
    const [mail] = await settled(organization_id, 'sent');
    await idle();
    expect(
      server.taken.filter((one) => one.includes(`Message-ID: <${messageId(mail)}@vpisnik.test>`)),
    ).toHaveLength(1);
  });
});

test('a template with an unknown placeholder fails the mail and says where', async () => {
  const { id, organization_id, group_id } = await create.participant();
  const email_type = 'application_status_update';
  const template = await create.template({
    organization_id,
    email_type,
    translations: { sl: { subject: 'Plačajte {{znesek}}' } },
  });
  await create.emailSetting({ organization_id, group_id, email_type, template_id: template.id });
  await asStaff(organization_id, (tx) => enqueueStatusMails(tx, [id], 0));
  await work((await smtp()).url);
  expect(await settled(organization_id, 'failed')).toMatchObject([
    { state_reason: 'template_error: subject {{znesek}}' },
  ]);
});

test('names can’t add headers', async () => {
  const organization = await create.organization({ name: 'Zlo\r\nBcc: vsi@example.com' });
  const { id, organization_id } = await create.participant({ organization_id: organization.id });
  await asStaff(organization_id, (tx) => enqueueStatusMails(tx, [id], 0));
  const server = await smtp();
  await work(server.url);
  await settled(organization_id, 'sent');
  expect(server.taken[0]).toMatch(/^From: "?Zlo Bcc: vsi@example\.com"? <obvestila@vpisnik\.test>\r$/m);
  expect(server.taken[0]).not.toMatch(/^bcc:/im);
});

describe('mail is held', () => {
  test('while its organisation is inactive', async () => {
    const organization = await create.organization({ active: false });
    const { id, organization_id } = await create.participant({ organization_id: organization.id });
    await asStaff(organization_id, (tx) => enqueueStatusMails(tx, [id], 0));
    const server = await smtp();
    await work(server.url);
    expect(await settled(organization_id, 'held')).toMatchObject([
      { state_reason: 'organization_inactive', attempts: 0 },
    ]);
    await asWorker(pools.system, releaseHeldMails);
    expect(await rows(organization_id)).toMatchObject([{ state: 'held' }]);
    await owner.query('update organizations set active = true where id = $1', [organization_id]);
    await settled(organization_id, 'sent');
    expect(server.taken).toHaveLength(1);
  });

  test('after three to one address in an hour, whichever organisation they come from', async () => {
    const email = 'victim@example.com';
    const groups = [await create.group(), await create.group()];
    const [first, second] = groups.map((group) => group.organization_id) as [string, string];
    for (const group of groups)
      for (let at = 0; at < 2; at++) {
        const { id } = await apply({ organization_id: group.organization_id, group_id: group.id, email });
        await create
          .emailSetting({
            organization_id: group.organization_id,
            group_id: group.id,
            email_type: 'application_received_notification',
            enabled: false,
          })
          .catch(() => {});
        await asStaff(group.organization_id, (tx) => enqueueApplicationMails(tx, id, 'application'));
      }
    const server = await smtp();
    await work(server.url);
    const all = [...(await settled(first, 'sent', 'held')), ...(await settled(second, 'sent', 'held'))];
    expect(all.filter((mail) => mail.state === 'held')).toMatchObject([{ state_reason: 'hourly_limit' }]);
    expect(server.taken).toHaveLength(3);

    // a decision of the staff is not an application
    const { rows: someone } = await owner.query<{ id: string }>(
      'select id from participants where organization_id = $1 limit 1',
      [first],
    );
    await asStaff(first, (tx) => enqueueStatusMails(tx, [someone[0]?.id ?? ''], 0));
    await until(() => expect(server.taken).toHaveLength(4));

    const release = () => asWorker(pools.system, releaseHeldMails);
    await release();
    await idle();
    expect(server.taken).toHaveLength(4);
    await owner.query(`update mails set sent_at = sent_at - interval '61 minutes'`);
    await release();
    await settled(first, 'sent');
    await settled(second, 'sent');
    expect(server.taken).toHaveLength(5);
  });
});

describe('a mail to the staff', () => {
  test('goes to each recipient once, however many processes look for it', async () => {
    const { id, organization_id, group_id } = await create.participant();
    for (const email of ['ana@zvezda.test', 'bor@zvezda.test', 'cene@zvezda.test'])
      await create.member({ organization_id, role: 'GROUP_EDITOR_USER', leads: [group_id], email });
    await asStaff(organization_id, (tx) => enqueueApplicationMails(tx, id, 'application'));
    const server = await smtp();
    await Promise.all([work(server.url), work(server.url)]);
    await idle();
    const sent = await rows(organization_id);
    expect(sent.map((mail) => [mail.to_address, mail.state])).toEqual([
      [expect.stringContaining('maja'), 'sent'],
      ['ana@zvezda.test', 'sent'],
      ['bor@zvezda.test', 'sent'],
      ['cene@zvezda.test', 'sent'],
    ]);
    expect(new Set(sent.map(messageId)).size).toBe(4);
    expect(server.taken).toHaveLength(4);
  });

  test('does not reach a user deactivated while it waited', async () => {
    const { id, organization_id, group_id } = await create.participant({ email: null });
    const leader = await create.member({ organization_id, role: 'GROUP_EDITOR_USER', leads: [group_id] });
    await asStaff(organization_id, (tx) => enqueueApplicationMails(tx, id, 'application'));
    const [port = 0] = await findFreePorts(1);
    await work(`smtp://127.0.0.1:${port}`);
    await until(async () => expect(await rows(organization_id)).toMatchObject([{ attempts: 1 }]));
    await owner.query('update memberships set active = false where account_id = $1', [leader.id]);
    expect(await settledInTime(organization_id, 'cancelled')).toMatchObject([
      { to_address: leader.email, state_reason: 'recipient_inactive' },
    ]);
  });
});

describe('the queue', () => {
  test('is closed to staff and visitors, and not the worker’s to change', async () => {
    const denied = (pool: pg.Pool, statement: string) =>
      expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    for (const pool of [pools.api, pools.public]) {
      await denied(pool, 'select from pgboss.job');
      await denied(pool, `insert into pgboss.job (name) values ('mail')`);
    }
    await denied(pools.public, 'select from mails');
    await denied(pools.public, `insert into mails (organization_id) values (gen_random_uuid())`);
    await denied(pools.system, 'drop table pgboss.job_common');
    await denied(pools.system, 'create table pgboss.extra ()');
  });
});
