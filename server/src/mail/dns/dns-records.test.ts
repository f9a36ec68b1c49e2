import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startNameServer } from '../../../test/outside/names.ts';
import { judgeDkim, judgeDmarc, judgeMx, judgeReverse, judgeSpf } from './dns-records.ts';
import { askNames, type Names } from './names.ts';
import { senderOf } from './spf.ts';

let server: Awaited<ReturnType<typeof startNameServer>>;
let names: Names;
beforeAll(async () => {
  server = await startNameServer({});
  names = askNames([server.address]);
});
afterAll(() => server.stop());
beforeEach(() => {
  server.silent = false;
});

const domain = 'sola.test';
const ours = senderOf('192.0.2.10');
const txt = (...TXT: string[]) => {
  server.zone = { ...server.zone, [domain]: { TXT } };
};

describe('SPF', () => {
  const others = {
    'relay.test': { TXT: ['v=spf1 ip4:198.51.100.0/24 -all'] },
    'inner.test': { TXT: ['v=spf1 ip4:192.0.2.0/28 ~all'] },
    'mail.test': { A: ['192.0.2.10'], MX: ['20 backup.test', '10 mail.test'] },
    'loop.test': { TXT: ['v=spf1 include:loop.test -all'] },
  };
  test.each([
    ['right', 'v=spf1 ip4:192.0.2.10 -all'],
    ['right', 'v=spf1 include:relay.test ip4:192.0.2.0/24 ~all'],
    ['right', 'V=SPF1 A:mail.test -ALL'],
    ['right', 'v=spf1 mx:mail.test -all'],
    ['right', 'v=spf1 include:inner.test -all'],
    ['right', 'v=spf1 redirect=inner.test'],
    ['wrong', 'v=spf1 ip4:192.0.2.11 -all'],
    ['wrong', 'v=spf1 -ip4:192.0.2.10 ip4:192.0.2.0/24 -all'],
    ['wrong', 'v=spf1 include:relay.test -all'],
    ['wrong', 'v=spf1 include:loop.test -all'],
    ['wrong', 'v=spf1 -all ip4:192.0.2.10'],
    ['wrong', 'v=spf1 +all'],
    ['missing', 'google-site-verification=x'],
  ] as const)('is %s: %s', async (verdict, record) => {
    server.zone = others;
    txt(record);
    expect(await judgeSpf(names, 'spf', domain, [ours])).toMatchObject({
      verdict,
      wanted: 'v=spf1 ip4:192.0.2.10 -all',
      found: verdict === 'missing' ? [] : [record],
    });
  });

  test('of two records is wrong, and of a relay is right when it names it', async () => {
    txt('v=spf1 ip4:192.0.2.10 -all', 'v=spf1 mx -all');
    expect((await judgeSpf(names, 'spf', domain, [ours])).verdict).toBe('wrong');
    txt('v=spf1 include:relay.test -all');
    expect(await judgeSpf(names, 'spf', domain, [senderOf('relay.test')])).toMatchObject({
      verdict: 'right',
      wanted: 'v=spf1 include:relay.test -all',
    });
  });

  test('is not judged where nobody says what sends', async () => {
    txt('v=spf1 mx -all');
    expect(await judgeSpf(names, 'spf', domain, [])).toMatchObject({ verdict: 'unset', wanted: '' });
  });
});

test('DKIM shows the key, however its text is cut and spaced', async () => {
  const name = `a._domainkey.${domain}`;
  const value = `v=DKIM1; k=rsa; p=${'A'.repeat(390)}`;
  const verdict = async (...TXT: string[]) => {
    server.zone = { [name]: { TXT } };
    return (await judgeDkim(names, { name, value })).verdict;
  };
  expect(await verdict(value)).toBe('right');
  expect(await verdict(`v=DKIM1;p=${'A'.repeat(200)} ${'A'.repeat(190)}`)).toBe('right');
  expect(await verdict('v=DKIM1; k=rsa; p=')).toBe('wrong');
  expect(await verdict(value, value)).toBe('wrong');
  expect(await verdict()).toBe('missing');
});

test('DMARC counts from the domain above', async () => {
  const verdict = async (zone: typeof server.zone) => {
    server.zone = zone;
    return (await judgeDmarc(names, `posta.${domain}`, 'jaz@sola.test')).verdict;
  };
  expect(await verdict({ [`_dmarc.posta.${domain}`]: { TXT: ['v=DMARC1; p=reject'] } })).toBe('right');
  expect(await verdict({ [`_dmarc.${domain}`]: { TXT: ['v=DMARC1; p=none; rua=mailto:a@b.si'] } })).toBe(
    'right',
  );
  expect(await verdict({ [`_dmarc.${domain}`]: { TXT: ['v=DMARC1; p=strict'] } })).toBe('wrong');
  expect(await verdict({ '_dmarc.test': { TXT: ['v=DMARC1; p=reject'] } })).toBe('missing');
});

test('a reverse name leads back to its address', async () => {
  const verdict = async (zone: typeof server.zone) => {
    server.zone = zone;
    return (await judgeReverse(names, '192.0.2.10')).verdict;
  };
  const back = { '10.2.0.192.in-addr.arpa': { PTR: ['mail.test'] } };
  expect(await verdict({ ...back, 'mail.test': { A: ['192.0.2.10'] } })).toBe('right');
  expect(await verdict({ ...back, 'mail.test': { A: ['192.0.2.11'] } })).toBe('wrong');
  expect(await verdict({})).toBe('missing');
});

test('reports have a machine to go to', async () => {
  const verdict = async (zone: typeof server.zone) => {
    server.zone = zone;
    return await judgeMx(names, 'vrnjena.test', 'vpisnik.test');
  };
  const mail = { 'mail.test': { A: ['192.0.2.10'] } };
  expect(await verdict({ ...mail, 'vrnjena.test': { MX: ['10 mail.test'] } })).toMatchObject({
    verdict: 'right',
    wanted: '10 vpisnik.test',
    found: ['10 mail.test'],
  });
  expect((await verdict({ 'vrnjena.test': { MX: ['10 mail.test'] } })).verdict).toBe('wrong');
  expect((await verdict(mail)).verdict).toBe('missing');
});

test('without an answer nothing is said to be missing', async () => {
  // nobody listens there
  const unheard = askNames(['127.0.0.1:1']);
  expect(await judgeSpf(unheard, 'spf', domain, [ours])).toMatchObject({ verdict: 'unknown', found: [] });
});
