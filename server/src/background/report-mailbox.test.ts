import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { startTestMailbox, type TestMailbox } from '../../test/outside/imap.ts';
import { dsn, missing, returnedHeaders } from '../../test/outside/reports.ts';
import { startScriptedSmtp } from '../../test/outside/smtp.ts';
import { until } from '../../test/until.ts';
import { startJobs } from '../jobs/boss.ts';
import { type MailMarks, mailMarks } from '../mail/returned/marks.ts';
import { returnAddresses } from '../mail/returned/verp.ts';
import { readReportMailbox } from './report-mailbox.ts';
import { startWorker } from './worker.ts';

let site: TestApp;
let mailbox: TestMailbox;
let marks: MailMarks;
const logged: string[] = [];
const say = (details: object, message: string) => logged.push(`${message} ${JSON.stringify(details)}`);
const log = { warn: say, error: say };

beforeAll(async () => {
  site = await createTestApp();
  marks = mailMarks(site.env.secretKeys);
});
beforeEach(async () => {
  mailbox = await startTestMailbox();
});
afterEach(async () => {
  await mailbox.stop();
  await site.owner.query('delete from report_mailboxes');
  logged.length = 0;
});
afterAll(() => site.close());

/** Looks into the mailbox, as a process does each minute. */
const look = (address = mailbox.address, stopping = new AbortController().signal) =>
  readReportMailbox({ pool: site.pools.system, address, marks, log, stopping });

type State = { fault: string; failures: number; waits: number; read_at: string | null };
const stateOf = async (): Promise<State | undefined> =>
  (
    await site.rows<State>(`select fault, failures, read_at,
      round(extract(epoch from next_at - now()) / 60)::integer as waits from report_mailboxes`)
  )[0];
/** Lets the pause pass that a failed look makes. */
const hurry = () => site.owner.query('update report_mailboxes set next_at = now()');

async function sentMail(): Promise<string> {
  const person = await site.factories.participant();
  const { organization_id, group_id, id: participant_id } = person;
  const mail = await site.factories.mail({
    ...{ organization_id, group_id, participant_id, to_address: 'ana@example.com' },
    ...{ email_type: 'application_status_update', recipient_kind: 'applicant', status_at: person.status },
    ...{ state: 'sent', sent_at: new Date().toISOString() },
  });
  return mail.id;
}
const bounced = { state: 'failed', bounce: 'hard' };
const unharmed = { state: 'sent', bounce: null };
const mailOf = async (id: string) =>
  (
    await site.rows<{ state: string; bounce: string | null }>(
      'select state, bounce from mails where id = $1',
      [id],
    )
  )[0];

/** As delivered to the address that a mail's reports come back to. */
const toReturnAddress = (id: string, report: string) =>
  `Return-Path: <>\nDelivered-To: ${returnAddresses('odboji@klub.test', site.env.secretKeys).of(id)}\n${report}`;
const messageIdOf = (id: string) => `Message-ID: <${marks.shortOf(id)}@vpisnik.test>`;

describe('a report in the mailbox', () => {
  test('says at its mail that it did not arrive, and is deleted', async () => {
    const [mail, other] = [await sentMail(), await sentMail()];
    mailbox.add(toReturnAddress(mail, missing));
    await look();
    expect(await mailOf(mail)).toMatchObject(bounced);
    expect(await mailOf(other)).toMatchObject(unharmed);
    expect(mailbox.messages).toEqual([]);
    expect(await stateOf()).toMatchObject({ fault: '', failures: 0, read_at: expect.anything() });
  });

  test.each([
    [
      'in the headers that came back',
      (id: string) => dsn('5.1.1', '550 no', returnedHeaders(messageIdOf(id))),
    ],
    [
      'quoted in the letter of a server that knows no form',
      (id: string) =>
        `From: postmaster@mx.test\nSubject: failure\n\n550 5.1.1 no such user\n> ${messageIdOf(id)}\n`,
    ],
    [
      'in what the report answers to',
      (id: string) => `In-Reply-To:\n <${marks.shortOf(id)}@vpisnik.test>\n${dsn('5.1.1', '550 no')}`,
    ],
  ])('is known by the Message-ID %s, where a relay sends with its own sender', async (_, report) => {
    const mail = await sentMail();
    mailbox.add(`Delivered-To: klub@relay.test\nReturn-Path: <>\n${report(mail)}`);
    await look();
    expect(await mailOf(mail)).toMatchObject(bounced);
    expect(mailbox.messages).toEqual([]);
  });

  test('that came while nobody looked is read, each once, whatever is cut between', async () => {
    const ids = [await sentMail(), await sentMail(), await sentMail()];
    for (const id of ids) mailbox.add(toReturnAddress(id, missing));
    mailbox.cutAt('UID STORE', 1);
    await look();
    expect(await mailOf(ids[0] ?? '')).toMatchObject(bounced);
    expect(mailbox.messages).toHaveLength(3);
    await hurry();
    await look();
    for (const id of ids) expect(await mailOf(id)).toMatchObject(bounced);
    expect(mailbox.messages).toEqual([]);
    expect(await stateOf()).toMatchObject({ fault: '', failures: 0 });
  });

  test('is read when the server numbers its messages anew', async () => {
    const letter = 'From: ana@example.com\nSubject: Prijava\n\nHvala!\n';
    for (let at = 0; at < 3; at += 1) mailbox.add(letter);
    await look();
    const mail = await sentMail();
    mailbox.renumber();
    mailbox.add(toReturnAddress(mail, missing));
    mailbox.renumber();
    await look();
    expect(await mailOf(mail)).toMatchObject(bounced);
    expect(mailbox.messages).toHaveLength(3);
  });

  test('is read in its first part only', async () => {
    const mail = await sentMail();
    const rest = `Content-Type: text/plain\n\n${`${'a'.repeat(70)}\n`.repeat(3000)}`;
    mailbox.add(toReturnAddress(mail, missing.replace('--b--', `--b\n${rest}\n--b--`)));
    await look();
    expect(await mailOf(mail)).toMatchObject(bounced);
  });

  test('stays where the server can only remove all that is marked, and is marked', async () => {
    const mail = await sentMail();
    const plain = await startTestMailbox(['ID']);
    plain.add(toReturnAddress(mail, missing));
    await look(plain.address);
    expect(plain.flags).toEqual([['\\Deleted']]);
    await plain.stop();
  });
});

describe('what is no report about a mail of ours', () => {
  test('stays in the mailbox, unread, and is fetched once', async () => {
    const mail = await sentMail();
    const stranger = mailMarks(['another key of thirty-two letters']);
    const others = [
      'From: ana@example.com\nSubject: Re: Prijava\n\nHvala!\n',
      // of a stranger's mail, and of one that nobody has marked
      `Return-Path: <>\n${dsn('5.1.1', '550 no', returnedHeaders(messageIdOf(mail).replace(marks.shortOf(mail), stranger.shortOf(mail))))}`,
      `Return-Path: <>\n${missing}`,
      // a person who forwards or answers our mail, in whose words its Message-ID stands
      `From: ana@example.com\nSubject: Fwd: 550 5.1.1 no such user\n\n${messageIdOf(mail)}\n`,
      // our own mail, to an organisation that has this mailbox as its address
      `Return-Path: <odboji+${marks.of(mail)}@klub.test>\n${messageIdOf(mail)}\nTo: odboji@klub.test\nSubject: Prijava\n\nNova\n`,
      // a report about an answer to our mail
      `Return-Path: <>\n${dsn('5.1.1', '550 no', returnedHeaders(messageIdOf(mail).replace('Message-ID', 'In-Reply-To')))}`,
    ];
    for (const one of others) mailbox.add(one);
    await look();
    expect(await mailOf(mail)).toMatchObject(unharmed);
    expect(mailbox.flags).toEqual(others.map(() => []));
    mailbox.cutAt('UID FETCH', 1);
    await look();
    expect(await stateOf()).toMatchObject({ failures: 0 });
  });

  test('is deleted where it came to a return address: a delay, an absence', async () => {
    const mail = await sentMail();
    mailbox.add(toReturnAddress(mail, missing.replace('Action: failed', 'Action: delayed')));
    mailbox.add(toReturnAddress(mail, 'From: ana@example.com\nAuto-Submitted: auto-replied\n\nDopust\n'));
    await look();
    expect(await mailOf(mail)).toMatchObject(unharmed);
    expect(mailbox.messages).toEqual([]);
  });
});

describe('a mailbox', () => {
  test('that can not be reached is asked again later and later, and told of once', async () => {
    mailbox.leave();
    for (const waits of [1, 2, 4, 8, 15, 15]) {
      await look();
      expect(await stateOf()).toMatchObject({ waits, read_at: null });
      await hurry();
    }
    expect(logged).toEqual([expect.stringContaining('reports about mails could not be read')]);
    mailbox.comeBack();
    await look();
    expect(await stateOf()).toMatchObject({ fault: '', failures: 0, read_at: expect.anything() });
  });

  test('that refuses the sign-in is left alone for a while, and no password is told', async () => {
    const address = { ...mailbox.address, password: 'drugo geslo' };
    await look(address);
    await look(address);
    expect(mailbox.connections).toBe(1);
    expect(await stateOf()).toMatchObject({ fault: expect.stringContaining('Login failed'), waits: 15 });
    expect(logged.join()).not.toMatch(/geslo|odboji@/);
  });

  test('without the folder says so', async () => {
    await look({ ...mailbox.address, folder: 'Odboji' });
    expect(await stateOf()).toMatchObject({ failures: 1, fault: expect.stringMatching(/\w/) });
  });

  test('is left after the mail in hand when the process stops', async () => {
    for (let at = 0; at < 3; at += 1) mailbox.add(toReturnAddress(await sentMail(), missing));
    await look(mailbox.address, AbortSignal.abort());
    expect(mailbox.messages).toHaveLength(3);
    expect(await stateOf()).toMatchObject({ failures: 0, read_at: null });
  });

  test('without TLS is not signed in to, but on this machine', async () => {
    await look({ ...mailbox.address, local: false });
    expect(await stateOf()).toMatchObject({ failures: 1 });
    expect(logged.join()).toContain('could not be read');
  });

  test('on this machine is spoken to as it is, whatever certificate it offers', async () => {
    const offering = await startTestMailbox(['ID', 'UIDPLUS', 'STARTTLS']);
    onTestFinished(offering.stop);
    await look(offering.address);
    expect(await stateOf()).toMatchObject({ fault: '', failures: 0 });
    await site.owner.query('delete from report_mailboxes');
    await look({ ...offering.address, local: false });
    expect(await stateOf()).toMatchObject({ fault: 'CERT_HAS_EXPIRED', failures: 1 });
  });
});

test('a worker sends with Message-IDs that reports are known by, and looks when its job is due', async () => {
  const smtp = await startScriptedSmtp();
  const env = { ...site.env, smtpUrl: smtp.url, mailBouncesImap: mailbox.address };
  const sending = await startWorker({ ...site, env }, log);
  const { organization_id, group_id, id: participant_id } = await site.factories.participant();
  const mail = await site.factories.mail({
    ...{ organization_id, group_id, participant_id, to_address: 'bor@example.com' },
    ...{ email_type: 'application_status_update', recipient_kind: 'applicant', status_at: 'pending' },
    state: 'queued',
  });
  await until(async () => expect(await mailOf(mail.id)).toMatchObject({ state: 'sent' }));
  await sending.stop();
  await smtp.stop();
  const [, messageId = ''] = /^(Message-ID: \S+)/m.exec(smtp.taken[0] ?? '') ?? [];
  mailbox.add(`Return-Path: <>\n${dsn('5.1.1', '550 no', returnedHeaders(messageId))}`);
  const boss = await startJobs(env, { error() {}, warning() {} });
  await boss.send('report_mailbox');
  await boss.stop(0);
  const reading = await startWorker({ ...site, env }, log);
  await until(async () => expect(await mailOf(mail.id)).toMatchObject(bounced));
  await reading.stop();
});
