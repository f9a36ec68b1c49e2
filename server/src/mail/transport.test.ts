import { expect, onTestFinished, test } from 'vitest';
import { startScriptedSmtp } from '../../test/outside/smtp.ts';
import { until } from '../../test/until.ts';
import { createMailTransport } from './transport.ts';

async function startSmtp(silentAt: string) {
  const smtp = await startScriptedSmtp();
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

test('a server that goes away while it checks a mail puts off that mail alone', async () => {
  const smtp = await startSmtp('.');
  const end = putOff(smtp.url);
  await until(() => expect(smtp.taken).toHaveLength(1));
  smtp.leave();
  expect(await end).toMatchObject({ concerns: 'mail' });
});
