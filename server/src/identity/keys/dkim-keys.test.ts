import { createHash, createPublicKey, createVerify } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { startScriptedSmtp } from '../../../test/outside/smtp.ts';
import { createMailTransport } from '../../mail/transport.ts';
import { dkimRecord, loadDkimKey, makeDkimKey } from './dkim-keys.ts';
import { keepKeys } from './key-keeping.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const domain = 'vpisnik.test';

test('a domain has one key, made when asked for, sealed, and kept through a change of SECRET_KEY', async () => {
  const { pools, env } = app;
  expect(await loadDkimKey(pools.system, env.secretKeys, domain)).toBeUndefined();
  const made = await Promise.all([1, 2].map(() => makeDkimKey(pools.system, env.secretKeys, domain)));
  const records = made.map(dkimRecord);
  expect(records[0]).toEqual(records[1]);
  expect(records[0]).toEqual({
    name: expect.stringMatching(/^vpisnik-[0-9a-f]{6}\._domainkey\.vpisnik\.test$/),
    value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{300,}={0,2}$/),
  });
  const stored = await app.rows(`select sealed from platform_secrets where name like 'dkim %'`);
  expect(JSON.stringify(stored)).not.toContain('PRIVATE KEY');

  const newer: [string, string] = ['a newer key of thirty-two letters!!', env.secretKeys[0]];
  await keepKeys(pools.system, newer);
  const kept = await loadDkimKey(pools.system, [newer[0]], domain);
  expect(kept && dkimRecord(kept)).toEqual(records[0]);
  await keepKeys(pools.system, [env.secretKeys[0], newer[0]]);
});

/** Relaxed forms of RFC 6376, 3.4.2 and 3.4.4. */
const relaxed = (header: string) => {
  const [, name = '', value = ''] = /^([^:]+):([\s\S]*)$/.exec(header) ?? [];
  return `${name.toLowerCase().trim()}:${value.replace(/\s+/g, ' ').trim()}`;
};
const relaxedBody = (body: string) =>
  `${body
    .split('\r\n')
    .map((line) => line.replace(/[ \t]+/g, ' ').trimEnd())
    .join('\r\n')
    .replace(/(?:\r\n)*$/, '')}\r\n`;

test('signs a mail so that what DNS shows verifies it', async () => {
  const smtp = await startScriptedSmtp();
  const dkim = await makeDkimKey(app.pools.system, app.env.secretKeys, domain);
  const from = `obvestila@${domain}`;
  const transport = createMailTransport({ smtpUrl: smtp.url, mailFrom: from, dkim, connections: 1 });
  await transport.send({
    ...{ fromName: 'Plesna šola Zvezda', to: 'ana@example.com', replyTo: from, subject: 'Čestitamo, Žiga' },
    ...{ html: '<p>Živjo  svet</p>', text: 'Živjo  svet\n\n', language: 'sl', messageId: 'x', pictures: [] },
    list: { organization_id: crypto.randomUUID(), kind: 'group_message' },
    unsubscribe: `https://${domain}/unsubscribe/${'x'.repeat(200)}`,
  });
  transport.close();
  await smtp.stop();
  const [source = ''] = smtp.taken;
  const end = source.indexOf('\r\n\r\n');
  const headers = source.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = headers.find((header) => /^dkim-signature:/i.test(header)) ?? '';
  const tags = new Map(
    signature
      .slice(signature.indexOf(':') + 1)
      .split(';')
      .map((tag) => tag.replace(/\s+/g, ''))
      .map((tag) => [tag.slice(0, tag.indexOf('=')), tag.slice(tag.indexOf('=') + 1)] as const),
  );
  expect([tags.get('d'), tags.get('s'), tags.get('a')]).toEqual([domain, dkim.keySelector, 'rsa-sha256']);
  const body = relaxedBody(source.slice(end + 4));
  expect(tags.get('bh')).toBe(createHash('sha256').update(body).digest('base64'));

  const signed = (tags.get('h') ?? '').split(':').flatMap((name) => {
    const found = headers.findLast((header) => header.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    return found ? [relaxed(found)] : [];
  });
  expect(signed.map((header) => header.split(':')[0])).toEqual(
    expect.arrayContaining(['from', 'subject', 'to', 'list-id', 'list-unsubscribe', 'list-unsubscribe-post']),
  );
  // programs look for the whole address, and for these very words
  expect(signed).toContain(`list-unsubscribe:<https://${domain}/unsubscribe/${'x'.repeat(200)}>`);
  expect(signed).toContain('list-unsubscribe-post:List-Unsubscribe=One-Click');
  const unsigned = relaxed(signature).replace(/\bb=[^;]*$/, 'b=');
  const shown = /p=(.*)$/.exec(dkimRecord(dkim).value)?.[1] ?? '';
  const key = createPublicKey({ key: Buffer.from(shown, 'base64'), format: 'der', type: 'spki' });
  const verifier = createVerify('sha256').update([...signed, unsigned].join('\r\n'));
  expect(verifier.verify(key, tags.get('b') ?? '', 'base64')).toBe(true);
});
