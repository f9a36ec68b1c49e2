import { createHash, createPublicKey, createVerify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { startScriptedSmtp } from '../../../test/outside/smtp.ts';
import { type Names, NamesUnanswered } from '../../mail/dns/names.ts';
import { createMailTransport } from '../../mail/transport.ts';
import {
  type DkimKey,
  dkimRecord,
  followDns,
  loadDkimKeys,
  makeDkimKey,
  rotateDkimKey,
  signerOf,
  stateOf,
} from './dkim-keys.ts';
import { openDkimRing } from './dkim-ring.ts';
import { keepKeys } from './key-keeping.ts';
import { createSealer, sealedAs } from './seal.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const domain = 'vpisnik.test';

const recordOf = ([key]: DkimKey[]) => dkimRecord(domain, key as DkimKey);

/** Name servers that show these records; none that answers without any. */
const showing = (records?: Record<string, string>): Names => ({
  txt: async (name) => {
    if (!records) throw new NamesUnanswered();
    return records[name] === undefined ? [] : [records[name]];
  },
  mx: async () => [],
  addresses: async () => [],
  reverse: async () => [],
});
const shown = (keys: DkimKey[]) => showing({ [recordOf(keys).name]: recordOf(keys).value });

test('a domain has one key, made when asked for, sealed, and kept through a change of SECRET_KEY', async () => {
  const { pools, env } = app;
  expect(await loadDkimKeys(pools.system, env.secretKeys, domain)).toEqual([]);
  const made = await Promise.all([1, 2].map(() => makeDkimKey(pools.system, env.secretKeys, domain)));
  const records = made.map(recordOf);
  expect(records[0]).toEqual(records[1]);
  expect(records[0]).toEqual({
    name: expect.stringMatching(/^vpisnik-[0-9a-f]{6}\._domainkey\.vpisnik\.test$/),
    value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[A-Za-z0-9+/]{300,}={0,2}$/),
  });
  const stored = await app.rows(`select sealed from platform_secrets where name like 'dkim %'`);
  expect(JSON.stringify(stored)).not.toContain('PRIVATE KEY');

  const newer: [string, string] = ['a newer key of thirty-two letters!!', env.secretKeys[0]];
  await keepKeys(pools.system, newer);
  expect(recordOf(await loadDkimKeys(pools.system, [newer[0]], domain))).toEqual(records[0]);
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
  const made = await makeDkimKey(app.pools.system, app.env.secretKeys, domain);
  const keys = await followDns(app.pools.system, app.env.secretKeys, domain, shown(made));
  const dkim = () => signerOf(domain, keys);
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
  expect([tags.get('d'), tags.get('s'), tags.get('a')]).toEqual([domain, made[0]?.selector, 'rsa-sha256']);
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
  const key = createPublicKey({
    key: Buffer.from(made[0]?.shown ?? '', 'base64'),
    format: 'der',
    type: 'spki',
  });
  const verifier = createVerify('sha256').update([...signed, unsigned].join('\r\n'));
  expect(verifier.verify(key, tags.get('b') ?? '', 'base64')).toBe(true);
});

describe('a successor', () => {
  const own = 'naslednik.test';
  const at = (keys: DkimKey[], place: number) => dkimRecord(own, keys[place] as DkimKey);
  const states = (keys: DkimKey[]) => keys.map(stateOf);
  const follow = (names: Names, now?: Date) =>
    followDns(app.pools.system, app.env.secretKeys, own, names, ...(now ? [now] : []));
  const later = (days: number) => new Date(Date.now() + days * 24 * 3600_000);

  test('signs once DNS shows it, and the key before it stays until its mails have arrived', async () => {
    const { pools, env } = app;
    const [first] = await makeDkimKey(pools.system, env.secretKeys, own);
    const ring = await openDkimRing(pools.system, env.secretKeys, own, () => {});
    onTestFinished(ring.stop);
    expect(ring.signer()).toBeUndefined();
    expect(states(await follow(showing({})))).toEqual(['waiting']);
    const records: Record<string, string> = {};
    const show = (record: { name: string; value: string }) => {
      records[record.name] = record.value;
    };
    show(at([first as DkimKey], 0));
    expect(states(await follow(showing(records)))).toEqual(['signing']);

    const rotated = await Promise.all([1, 2].map(() => rotateDkimKey(pools.system, env.secretKeys, own)));
    expect(rotated[0]).toEqual(rotated[1]);
    const signerNow = async () =>
      signerOf(own, await loadDkimKeys(pools.system, env.secretKeys, own))?.keySelector;
    // another text under its name, and no record at all
    for (const shown of [records, { ...records, [at(rotated[0] ?? [], 0).name]: 'v=DKIM1; p=other' }])
      expect(states(await follow(showing(shown)))).toEqual(['waiting', 'signing']);
    expect(await signerNow()).toBe(first?.selector);

    show(at(rotated[0] ?? [], 0));
    expect(states(await follow(showing(records)))).toEqual(['signing', 'retired']);
    expect(await signerNow()).toBe(rotated[0]?.[0]?.selector);
    const stored = await loadDkimKeys(pools.system, env.secretKeys, own);
    expect(stored[1]?.key).toBe(null);
    expect(states(await follow(showing(records), later(6)))).toEqual(['signing', 'retired']);
    expect(states(await follow(showing(records), later(8)))).toEqual(['signing']);
  });

  test('signs a day later where no name server answers', async () => {
    await rotateDkimKey(app.pools.system, app.env.secretKeys, own);
    expect(states(await follow(showing()))[0]).toBe('waiting');
    expect(states(await follow(showing(), later(2)))).toEqual(['signing', 'retired']);
  });

  test('follows a key of before there were any', async () => {
    const { pools, env } = app;
    const old = 'prejsnji.test';
    const [made] = await makeDkimKey(pools.system, env.secretKeys, old);
    const name = sealedAs.dkim(old);
    const stored = JSON.stringify({ selector: made?.selector, key: made?.key });
    await app.owner.query('update platform_secrets set sealed = $2 where name = $1', [
      name,
      createSealer(env.secretKeys).seal(name, stored),
    ]);
    const keys = await rotateDkimKey(pools.system, env.secretKeys, old);
    expect(states(keys)).toEqual(['waiting', 'signing']);
    expect(signerOf(old, keys)?.keySelector).toBe(made?.selector);
    expect(keys[1]?.shown).toBe(made?.shown);
  });
});
