import PostalMime from 'postal-mime';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startScriptedSmtp } from '../../test/outside/smtp.ts';
import { until } from '../../test/until.ts';
import { createMailTransport, MailDelayed, MailRefused } from './transport.ts';

async function startSmtp(silentAt: string, answers?: string[]) {
  const smtp = await startScriptedSmtp(answers);
  onTestFinished(smtp.stop);
  smtp.silentAt = silentAt;
  return smtp;
}

/** Sends one mail; answers why it was put off. */
async function putOff(smtpUrl: string, silence?: number): Promise<unknown> {
  const mailFrom = 'obvestila@vpisnik.test';
  const transport = createMailTransport({ smtpUrl, mailFrom, connections: 1, ...(silence && { silence }) });
  onTestFinished(() => transport.close());
  return await transport
    .send({
      ...{ fromName: 'Zvezda', to: 'ana@example.com', replyTo: mailFrom, subject: 'Potrditev' },
      ...{ html: '<p>Mesto</p>', text: 'Mesto', language: 'sl', messageId: 'x' },
    })
    .catch((error: unknown) => error);
}

test.each([
  ['MAIL', 'server'],
  ['.', 'mail'],
])('a server that never answers to %s puts off the %s', async (verb, concerns) => {
  const smtp = await startSmtp(verb);
  expect(await putOff(smtp.url, 50)).toMatchObject({ message: 'ETIMEDOUT', concerns });
});

test('a server on this machine needs no certificate', async () => {
  const smtp = await startSmtp('');
  smtp.extensions = ['STARTTLS'];
  expect(await putOff(smtp.url)).toBeUndefined();
  expect(smtp.taken).toHaveLength(1);
});

describe.each([[[]], [['PIPELINING']]])('a server that can do %j', (extensions) => {
  test.each([
    ['550 5.1.1 no such user', MailRefused, {}],
    ['452 4.2.2 mailbox full', MailDelayed, { concerns: 'mail' }],
    ['450 4.7.1 too many from you', MailDelayed, { concerns: 'domain' }],
    ['550 5.1.8 sender address rejected', MailDelayed, { concerns: 'server' }],
  ])('and says %s of a recipient is understood, and takes the next mail', async (said, kind, of) => {
    const smtp = await startSmtp('', [said, '250 ok']);
    smtp.extensions = extensions;
    const refused = await putOff(smtp.url);
    expect(refused).toBeInstanceOf(kind);
    expect(refused).toMatchObject({ message: said, ...of });
    expect(await putOff(smtp.url)).toBeUndefined();
    expect(smtp.taken).toHaveLength(1);
  });
});

test('a server that goes away while it checks a mail puts off that mail alone', async () => {
  const smtp = await startSmtp('.');
  const end = putOff(smtp.url);
  await until(() => expect(smtp.taken).toHaveLength(1));
  smtp.leave();
  expect(await end).toMatchObject({ concerns: 'mail' });
});

test('a mail may wait for its connection longer than it may take there', async () => {
  const smtp = await startSmtp('');
  smtp.delay = 100;
  const mailFrom = 'obvestila@vpisnik.test';
  const transport = createMailTransport({
    ...{ smtpUrl: smtp.url, mailFrom, connections: 1, patience: 4000, lasts: 300_000 },
  });
  onTestFinished(() => transport.close());
  const mails = Array.from({ length: 12 }, (_, at) => `mail${at}`);
  await Promise.all(
    mails.map((messageId) =>
      transport.send({
        ...{ fromName: 'Zvezda', to: 'ana@example.com', replyTo: mailFrom, subject: 'Potrditev' },
        ...{ html: '<p>Mesto</p>', text: 'Mesto', language: 'sl', messageId },
      }),
    ),
  );
  expect(smtp.taken).toHaveLength(mails.length);
});

test('a mail that has waited so long that another may send it by its end is not begun', async () => {
  const smtp = await startSmtp('');
  const mailFrom = 'obvestila@vpisnik.test';
  const transport = createMailTransport({
    ...{ smtpUrl: smtp.url, mailFrom, connections: 1, patience: 1000, lasts: 1000 },
  });
  onTestFinished(() => transport.close());
  const sending = transport.send({
    ...{ fromName: 'Zvezda', to: 'ana@example.com', replyTo: mailFrom, subject: 'Potrditev' },
    ...{ html: '<p>Mesto</p>', text: 'Mesto', language: 'sl', messageId: 'late' },
  });
  await expect(sending).rejects.toBeInstanceOf(MailDelayed);
  expect(smtp.taken).toEqual([]);
});

test.each([
  ['Klub "Žar", d. o. o. <x@y.si>', 'ana@example.com', 'ana@example.com'],
  ['Novak, Ana; Kos', "o'brien+eva@example.com", "o'brien+eva@example.com"],
  ['Šola\r\nBcc: vsi@example.com', '"ana, novak"@example.com', '"ana, novak"@example.com'],
  ['Zvezda', 'tim@žoga.test', 'tim@xn--oga-b3a.test'],
])('%j writes to %s alone, in its own name', async (fromName, to, address) => {
  const smtp = await startScriptedSmtp();
  onTestFinished(smtp.stop);
  const mailFrom = 'obvestila@vpisnik.test';
  const transport = createMailTransport({ smtpUrl: smtp.url, mailFrom, connections: 1 });
  onTestFinished(() => transport.close());
  await transport.send({
    ...{ fromName, to, replyTo: 'info@zvezda.test', subject: 'Potrditev\r\nTo: vsi@example.com' },
    ...{ html: '<p>Mesto</p>', text: 'Mesto', language: 'sl', messageId: 'x' },
  });
  const [source = ''] = smtp.taken;
  const mail = await PostalMime.parse(source);
  const name = fromName.replace('\r\n', ' ');
  expect(mail).toMatchObject({
    from: { name, address: mailFrom },
    replyTo: [{ name, address: 'info@zvezda.test' }],
  });
  expect(mail.to?.map((one) => one.address)).toEqual([address]);
  expect(mail.headers.filter(({ key }) => ['to', 'cc', 'bcc'].includes(key))).toHaveLength(1);
});
