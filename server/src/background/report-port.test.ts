import { connect } from 'node:net';
import nodemailer from 'nodemailer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { dsn, missing } from '../../test/outside/reports.ts';
import { startScriptedSmtp } from '../../test/outside/smtp.ts';
import { until } from '../../test/until.ts';
import { type ReturnAddresses, returnAddresses } from '../mail/returned/verp.ts';
import { findFreePorts } from '../ports.ts';
import { startReportPort } from './report-port.ts';
import { startWorker } from './worker.ts';

let site: TestApp;
let port = 0;
let addresses: ReturnAddresses;
const logged: string[] = [];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  site = await createTestApp();
  [port = 0] = await findFreePorts(1);
  addresses = returnAddresses('reports@bounces.test', site.env.secretKeys);
});
beforeEach(async () => {
  const say = (details: object, message: string) => logged.push(`${message} ${JSON.stringify(details)}`);
  const log = { warn: say, error: say };
  const reports = await startReportPort({ pool: site.pools.system, addresses, host: '127.0.0.1', port, log });
  stops.push(reports.stop);
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  logged.length = 0;
});
afterAll(() => site.close());

const complaint = dsn('', '')
  .replace('delivery-status', 'feedback-report')
  .replace('message/delivery-status', 'message/feedback-report')
  .replace('Reporting-MTA: dns; mx.test', 'Feedback-Type: abuse');

/** Hands a report in as another server does. */
async function bring(to: string, raw: string, via = { port, from: '' }): Promise<void> {
  const sender = nodemailer.createTransport({
    ...{ host: '127.0.0.1', port: via.port, secure: false, ignoreTLS: true },
  });
  try {
    await sender.sendMail({ envelope: { from: via.from, to }, raw });
  } finally {
    sender.close();
  }
}

type Row = { id: string; state: string; state_reason: string; bounce: string | null };
const rowOf = async (id: string): Promise<Row | undefined> =>
  (await site.rows<Row>('select id, state, state_reason, bounce from mails where id = $1', [id]))[0];

async function sentMail(given: { to_address?: string; organization_id?: string } = {}) {
  const { to_address = 'ana@example.com' } = given;
  const its = given.organization_id ? { organization_id: given.organization_id } : {};
  const person = await site.factories.participant({ ...its, email: to_address });
  const { organization_id, group_id, id: participant_id } = person;
  const mail = await site.factories.mail({
    ...{ organization_id, group_id, participant_id, to_address },
    email_type: 'application_status_update',
    recipient_kind: 'applicant',
    status_at: person.status,
    state: 'sent',
    sent_at: new Date().toISOString(),
  });
  return { ...person, mail: mail.id };
}

describe('a report', () => {
  test('says at its mail, and at no other, that it did not arrive; the same one again changes nothing', async () => {
    const { mail, organization_id } = await sentMail();
    const other = await sentMail({ organization_id });
    await bring(addresses.of(mail), missing);
    const noted = {
      state: 'failed',
      state_reason: 'mailbox_missing: 550 5.1.1 no such mailbox',
      bounce: 'hard',
    };
    expect(await rowOf(mail)).toMatchObject(noted);
    expect(await rowOf(other.mail)).toMatchObject({ state: 'sent', bounce: null });
    await bring(addresses.of(mail), dsn('5.2.2', '552 5.2.2 full'));
    expect(await rowOf(mail)).toMatchObject(noted);
  });

  test('to an address that we have not made is refused, and so is any other mail', async () => {
    const { mail } = await sentMail();
    const forged = returnAddresses('reports@bounces.test', ['another key of thirty-two letters']).of(mail);
    for (const to of [forged, 'reports@bounces.test', 'ana@example.com', 'postmaster@bounces.test'])
      await expect(bring(to, missing), to).rejects.toThrow('5.1.1');
    expect(await rowOf(mail)).toMatchObject({ state: 'sent', bounce: null });
  });

  test('about a mail that is not there, not sent, or too old changes nothing', async () => {
    await bring(addresses.of('019a0c3e-5b7a-7c3d-9e21-3f4a5b6c7d8e'), missing);
    const { mail } = await sentMail();
    for (const change of [
      `state = 'queued', send_after = now() + interval '1 day'`,
      `state = 'sent', created_at = now() - interval '61 days'`,
    ]) {
      await site.owner.query(`update mails set ${change} where id = $1`, [mail]);
      const before = await rowOf(mail);
      await bring(addresses.of(mail), missing);
      expect(await rowOf(mail)).toEqual(before);
    }
  });

  test('of a person, a delay or half a mail changes nothing', async () => {
    const { mail } = await sentMail();
    await bring(addresses.of(mail), 'From: ana@example.com\nSubject: Re: Prijava\n\nHvala!\n');
    await bring(addresses.of(mail), missing.replace('Action: failed', 'Action: delayed'));
    await bring(addresses.of(mail), missing.slice(0, 120));
    expect(await rowOf(mail)).toMatchObject({ state: 'sent', bounce: null });
  });

  test('is read to its first part only, and one that is made to take long ends nothing', async () => {
    const { mail } = await sentMail();
    const bomb = `Content-Type: text/plain; format=flowed; delsp=yes\n\n${'a \n'.repeat(300_000)}`;
    await bring(addresses.of(mail), `From: ana@example.com\nTo: ${'g:'.repeat(300_000)}\n${bomb}`);
    expect(await rowOf(mail)).toMatchObject({ state: 'sent' });
    await bring(addresses.of(mail), missing.replace('--b--', `--b\n${bomb}\n--b--`));
    expect(await rowOf(mail)).toMatchObject({ state: 'failed', bounce: 'hard' });
  });

  test('has a connection for a time only, whatever else is said on it', async () => {
    const [short = 0] = await findFreePorts(1);
    const log = { warn: () => {}, error: () => {} };
    const { stop } = await startReportPort({
      ...{ pool: site.pools.system, addresses, host: '127.0.0.1', port: short, log },
      longest: 300,
    });
    stops.push(stop);
    const socket = connect(short, '127.0.0.1');
    socket.on('error', () => {}).on('data', () => socket.write('NOOP\r\n'));
    await new Promise((closed) => socket.once('close', closed));
  });

  test('is put off when there were many in the hour: about a mail, of a sender, from a network', async () => {
    const [first, second, third] = [await sentMail(), await sentMail(), await sentMail()];
    const [limited = 0] = await findFreePorts(1);
    const { stop } = await startReportPort({
      ...{ pool: site.pools.system, addresses, host: '127.0.0.1', port: limited },
      ...{ log: { warn: () => {}, error: () => {} }, perHour: { mail: 2, sender: 1, network: 5 } },
    });
    stops.push(stop);
    const delayed = missing.replace('Action: failed', 'Action: delayed');
    const from = (sender: string, mail: string, raw = delayed) =>
      bring(addresses.of(mail), raw, { port: limited, from: sender });
    await from('', first.mail);
    await from('ana@example.com', first.mail);
    await expect(from('', first.mail, missing)).rejects.toThrow('4.7.1');
    await expect(from('Ana@example.com', second.mail, missing)).rejects.toThrow('4.7.1');
    await from('bor@example.com', second.mail);
    await expect(from('', third.mail, missing)).rejects.toThrow('4.7.1');
    for (const { mail } of [first, second, third])
      expect(await rowOf(mail)).toMatchObject({ state: 'sent', bounce: null });
  });

  test('of a distrust of ours is told to the operator, and blocks no address', async () => {
    const { mail } = await sentMail();
    await bring(addresses.of(mail), dsn('5.7.1', '550 5.7.1 <ana@example.com>: bad reputation'));
    expect(await rowOf(mail)).toMatchObject({ state: 'failed', bounce: 'other' });
    expect(logged.join()).toContain('550 5.7.1 … bad reputation');
    expect(logged.join()).not.toContain('ana@example.com');
  });
});

describe('an address', () => {
  /** The next mail to a participant, when the worker has come to it. */
  async function next(
    { organization_id, group_id, id }: { organization_id: string; group_id: string; id: string },
    to_address: string,
  ) {
    const queued = await site.factories.mail({
      ...{ organization_id, group_id, participant_id: id, to_address },
      email_type: 'application_status_update',
      recipient_kind: 'applicant',
      status_at: 'pending',
      state: 'queued',
    });
    return await until(async () => {
      const row = await rowOf(queued.id);
      expect(['queued', 'sending']).not.toContain(row?.state);
      return row;
    });
  }

  test('that is gone gets no more mail, until staff send one again on purpose or correct it', async () => {
    const smtp = await startScriptedSmtp();
    stops.push(smtp.stop);
    const env = { ...site.env, smtpUrl: smtp.url, mailBounces: 'reports@bounces.test' };
    const worker = await startWorker({ ...site, env }, { warn: () => {}, error: () => {} });
    stops.push(worker.stop);

    const gone = await sentMail({ to_address: 'gone@example.com' });
    await bring(addresses.of(gone.mail), missing);
    expect(await next(gone, 'gone@example.com')).toMatchObject({
      state: 'failed',
      state_reason: 'address_bounced',
    });
    expect(await next(gone, 'right@example.com')).toMatchObject({ state: 'sent' });

    const staff = site.as(await site.factories.member({ organization_id: gone.organization_id }));
    expect((await staff.post(`/participant-mails/${gone.mail}/again`, {})).status).toBeLessThan(300);
    await until(() =>
      expect(smtp.taken.filter((mail) => mail.includes('To: gone@example.com'))).toHaveLength(1),
    );
    expect(await next(gone, 'gone@example.com')).toMatchObject({ state: 'sent' });

    // its neighbour in another organisation has bounced nowhere
    expect(await next(await site.factories.participant(), 'gone@example.com')).toMatchObject({
      state: 'sent',
    });
  });

  test('that was full three times in a month gets none, one that complained neither', async () => {
    const smtp = await startScriptedSmtp();
    stops.push(smtp.stop);
    const env = { ...site.env, smtpUrl: smtp.url };
    const worker = await startWorker({ ...site, env }, { warn: () => {}, error: () => {} });
    stops.push(worker.stop);

    const first = await sentMail({ to_address: 'full@example.com' });
    const { organization_id } = first;
    const full = dsn('5.2.2', '552 5.2.2 full');
    await bring(addresses.of(first.mail), full);
    expect(await next(first, 'full@example.com')).toMatchObject({ state: 'sent' });
    for (let at = 0; at < 2; at++)
      await bring(
        addresses.of((await sentMail({ to_address: 'full@example.com', organization_id })).mail),
        full,
      );
    expect(await next(first, 'full@example.com')).toMatchObject({ state_reason: 'address_bounced' });

    const angry = await sentMail({ to_address: 'angry@example.com' });
    await bring(addresses.of(angry.mail), complaint);
    expect(await rowOf(angry.mail)).toMatchObject({ state: 'failed', bounce: 'complaint' });
    expect(await next(angry, 'angry@example.com')).toMatchObject({ state_reason: 'address_complained' });
  });
});
