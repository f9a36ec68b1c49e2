/** Every way around the guard that we know of, against a real https server on this machine. */
import { createSocket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { limits } from '@vpisnik/contract/rules/limits';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { publicAddress, startPictureSite } from '../../test/outside/picture-site.ts';
import { askingNameServers, fetchPicture } from './fetch-picture.ts';
import { isPublicAddress } from './public-address.ts';

const redirects: Record<string, string> = {
  '/to-http': 'http://pictures.test/picture',
  '/to-port': 'https://pictures.test:8443/picture',
  '/to-loopback': 'https://127.0.0.1/picture',
  '/to-decimal': 'https://2130706433/picture',
  '/to-inside': 'https://inside.pictures.test/picture',
  '/to-file': 'file:///etc/passwd',
  '/to-user': 'https://user:secret@pictures.test/picture',
  '/to-nonsense': 'https://',
  '/to-other': 'https://cdn.pictures.test/picture',
  '/1': '/2',
  '/2': '/3',
  '/3': '/picture',
  '/0': '/1',
  '/round': '/round',
};

const answer: RequestListener = ({ url = '', headers, method }, response): unknown => {
  const location = redirects[url];
  if (location) return response.writeHead(302, { location }).end();
  switch (url) {
    case '/picture':
      return response.end(JSON.stringify({ ...headers, method }));
    case '/huge':
      return response.writeHead(200, { 'content-length': limits.pictureBytes + 1 }).end();
    case '/endless': {
      const more = () => {
        while (response.write(Buffer.alloc(65_536)));
        response.once('drain', more);
      };
      return more();
    }
    case '/broken':
      response.writeHead(200, { 'content-length': 1000 }).write('half');
      return setImmediate(() => response.destroy());
    case '/silent':
      return;
    case '/dripping':
      return response.writeHead(200).write('one byte, and no more');
    case '/exact':
      return response.end(Buffer.alloc(limits.pictureBytes));
    default:
      return response.writeHead(404).end();
  }
};

const names = {
  'cdn.pictures.test': ['2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'inside.pictures.test': ['10.0.0.7'],
  'both.pictures.test': [publicAddress, '127.0.0.1'],
  'empty.pictures.test': [],
  localhost: ['127.0.0.1', '::1'],
  'metadata.google.internal': ['169.254.169.254'],
  'other.example': [publicAddress],
};

let site: Awaited<ReturnType<typeof startPictureSite>>;
beforeAll(async () => {
  site = await startPictureSite(answer, names);
});
afterAll(() => site.stop());

const get = (url: string) => fetchPicture(url, site.network);
const refused = (url: string, code: string) =>
  expect(get(url)).rejects.toMatchObject({
    code: 'invalid_fields',
    extra: { errors: [{ path: 'url', code }] },
  });

describe('a picture on the web', () => {
  test('is asked for by name, with nothing of the person who typed its address', async () => {
    const sent = JSON.parse((await get('https://pictures.test/picture')).toString());
    expect(sent).toEqual({
      method: 'GET',
      host: 'pictures.test',
      accept: 'image/jpeg, image/png, image/gif',
      'accept-encoding': 'identity',
      'user-agent': 'Vpisnik',
      connection: 'close',
    });
  });

  test('may be three redirects away, each of them judged, but not four', async () => {
    expect((await get('https://pictures.test/1')).length).toBeGreaterThan(0);
    await refused('https://pictures.test/0', 'url_unreachable');
    await refused('https://pictures.test/round', 'url_unreachable');
    const before = site.connected.length;
    await get('https://pictures.test/to-other');
    expect(site.connected.slice(before)).toEqual([publicAddress, names['cdn.pictures.test'][0]]);
  });

  test('may be as large as one that is uploaded, and no larger, whatever the site says', async () => {
    expect(await get('https://pictures.test/exact')).toHaveLength(limits.pictureBytes);
    await refused('https://pictures.test/huge', 'picture_too_big');
    await refused('https://pictures.test/endless', 'picture_too_big');
  });

  test('that breaks off, or is not there, is told apart', async () => {
    await refused('https://pictures.test/broken', 'url_unreachable');
    await refused('https://pictures.test/missing', 'url_not_found');
    await refused('https://unknown.test/picture', 'url_unreachable');
    await refused('https://empty.pictures.test/picture', 'url_unreachable');
  });

  test.each(['silent', 'dripping'])('of a site that is %s is not waited for', async (path) => {
    const impatient = { ...site.network, patience: 100 };
    await expect(fetchPicture(`https://pictures.test/${path}`, impatient)).rejects.toMatchObject({
      extra: { errors: [{ code: 'url_unreachable' }] },
    });
    const asleep = { ...impatient, resolve: () => new Promise<string[]>(() => {}) };
    await expect(fetchPicture('https://pictures.test/picture', asleep)).rejects.toMatchObject({
      extra: { errors: [{ code: 'url_unreachable' }] },
    });
  });

  test('comes from the host that the certificate names', () =>
    refused('https://other.example/picture', 'url_unreachable'));
});

describe('nothing is sent', () => {
  it.each([
    ['without encryption', 'http://pictures.test/picture', 'url_not_https'],
    ['to another protocol', 'file:///etc/passwd', 'url_not_https'],
    ['to another port', 'https://pictures.test:22/picture', 'url_not_https'],
    ['with a password', 'https://user:secret@pictures.test/picture', 'invalid_url'],
    ['to no address', 'pictures', 'invalid_url'],
    ['to loopback', 'https://127.0.0.1/picture', 'url_not_public'],
    ['to loopback, short', 'https://127.1/picture', 'url_not_public'],
    ['to loopback, decimal', 'https://2130706433/picture', 'url_not_public'],
    ['to loopback, octal', 'https://0177.0.0.1/picture', 'url_not_public'],
    ['to loopback, hexadecimal', 'https://0x7f.0.0.1/picture', 'url_not_public'],
    ['to loopback, with full-width digits', 'https://１２７.0.0.1/picture', 'url_not_public'],
    ['to loopback, IPv6', 'https://[::1]/picture', 'url_not_public'],
    ['to loopback, IPv4 in IPv6', 'https://[::ffff:127.0.0.1]/picture', 'url_not_public'],
    ['to a public address without a name', `https://${publicAddress}/picture`, 'url_not_public'],
    ['to zero', 'https://0/picture', 'url_not_public'],
    ['to a name of this machine', 'https://localhost/picture', 'url_not_public'],
    ['to a name inside', 'https://inside.pictures.test/picture', 'url_not_public'],
    ['to a name that is inside as well', 'https://both.pictures.test/picture', 'url_not_public'],
    ['to what clouds tell their machines', 'https://metadata.google.internal/picture', 'url_not_public'],
  ])('%s', async (_how, url, code) => {
    const before = site.connected.length;
    await refused(url, code);
    expect(site.connected).toHaveLength(before);
  });

  it.each([
    ['without encryption', 'to-http', 'url_not_https'],
    ['to another port', 'to-port', 'url_not_https'],
    ['to loopback', 'to-loopback', 'url_not_public'],
    ['to loopback, decimal', 'to-decimal', 'url_not_public'],
    ['to a name inside', 'to-inside', 'url_not_public'],
    ['to another protocol', 'to-file', 'url_not_https'],
    ['with a password', 'to-user', 'invalid_url'],
    ['to no address', 'to-nonsense', 'invalid_url'],
  ])('by a redirect, %s', async (_how, path, code) => {
    const before = site.connected.length;
    await refused(`https://pictures.test/${path}`, code);
    expect(site.connected.slice(before)).toEqual([publicAddress]);
  });

  it('to what a name becomes after it was judged', async () => {
    const answers = [[publicAddress], ['127.0.0.1']];
    const rebinding = { ...site.network, resolve: async () => answers.shift() ?? [] };
    const before = site.connected.length;
    // one question, one connection, to the address that was judged
    await fetchPicture('https://pictures.test/picture', rebinding);
    expect(site.connected.slice(before)).toEqual([publicAddress]);
    expect(answers).toEqual([['127.0.0.1']]);
    answers.unshift([publicAddress]);
    await expect(fetchPicture('https://pictures.test/1', rebinding)).rejects.toMatchObject({
      extra: { errors: [{ code: 'url_not_public' }] },
    });
  });
});

test('an untrusted certificate is refused on the internet', async () => {
  const { ca: _, ...network } = site.network;
  await expect(fetchPicture('https://pictures.test/picture', network)).rejects.toMatchObject({
    extra: { errors: [{ code: 'url_unreachable' }] },
  });
});

describe('an address is public', () => {
  it.each([
    '8.8.8.8',
    publicAddress,
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '2606:4700::1111',
    '2a00:ee0::1',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.127.255.255',
    '127.0.0.1',
    '127.255.255.255',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.250',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2606:4700::1111%lo',
    '127.1',
    '2130706433',
    '0177.0.0.1',
    '0x7f.1',
    '08.8.8.8',
    'localhost',
    '',
  ])('but not %s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('a name server', () => {
  /** One that answers with an address, or not at all. */
  async function startNameServer(address?: string) {
    const server = createSocket('udp4');
    server.on('message', (question, { port }) => {
      if (!address) return;
      const isIPv4 = questionOf(question).readUInt16BE(questionOf(question).length - 4) === 1;
      const answer = Buffer.concat([
        question.subarray(0, 2),
        Buffer.from([0x81, 0x80, 0, 1, 0, isIPv4 ? 1 : 0, 0, 0, 0, 0]),
        questionOf(question),
        ...(isIPv4
          ? [Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split('.').map(Number)])]
          : []),
      ]);
      server.send(answer, port, '127.0.0.1');
    });
    await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
    return { server: `127.0.0.1:${server.address().port}`, stop: () => server.close() };
  }
  /** The name that is asked for, with its type and class; what follows is the asker's. */
  function questionOf(message: Buffer): Buffer {
    let at = 12;
    while (message[at]) at += (message[at] ?? 0) + 1;
    return message.subarray(12, at + 5);
  }

  test('is asked, and not the files of this machine', async () => {
    const names = await startNameServer(publicAddress);
    const resolve = askingNameServers([names.server]);
    expect(await resolve('pictures.test')).toEqual([publicAddress]);
    expect(await resolve('localhost')).toEqual([publicAddress]);
    names.stop();
  });

  test('that never answers keeps no thread from others', async () => {
    const names = await startNameServer();
    const silent = { ...site.network, resolve: askingNameServers([names.server]) };
    const asked = Array.from({ length: 8 }, () => fetchPicture('https://slow.test/picture', silent));
    const outcomes = Promise.allSettled(asked);
    let isOver = false;
    void outcomes.then(() => {
      isOver = true;
    });
    // the pool has four threads
    await readFile(import.meta.filename);
    expect(isOver).toBe(false);
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ reason: { extra: { errors: [{ code: 'url_unreachable' }] } } });
    names.stop();
  });
});

test('no more than twenty pictures are fetched and waited for', async () => {
  const release = Promise.withResolvers<string[]>();
  const network = { ...site.network, resolve: () => release.promise };
  const asked = Array.from({ length: 21 }, () => fetchPicture('https://pictures.test/picture', network));
  const outcomes = Promise.allSettled(asked);
  await expect(asked[20]).rejects.toMatchObject({ code: 'unavailable' });
  release.resolve([publicAddress]);
  const states = (await outcomes).map(({ status }) => status);
  expect(states.filter((status) => status === 'fulfilled')).toHaveLength(20);
});
