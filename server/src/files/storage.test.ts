import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { s3Credentials, sendWhole, startS3, type TestBucket } from '../../test/outside/s3-server.ts';
import { readS3Address } from '../s3-address.ts';
import { openS3 } from './s3-storage.ts';
import { openStorage, requireReadyStorage } from './storage.ts';
import type { Storage } from './stored.ts';

let bucket: TestBucket;
const dir = mkdtempSync(join(tmpdir(), 'vpisnik-storage-'));
beforeAll(async () => {
  bucket = await startS3();
});
beforeEach(() => {
  bucket.objects.clear();
  bucket.calls.length = 0;
  bucket.pageSize = 1000;
  bucket.send = sendWhole;
});
afterAll(async () => {
  await bucket.stop();
  rmSync(dir, { recursive: true });
});

const inBucket = (changes: Record<string, string> = {}): Parameters<typeof openStorage>[0] => {
  const url = new URL(bucket.url);
  for (const [name, value] of Object.entries(changes)) url.searchParams.set(name, value);
  return { filesUrl: url.href, filesCredentials: s3Credentials };
};
const kinds = {
  'a folder': () =>
    openStorage({ filesUrl: pathToFileURL(join(dir, 'new', 'files')).href, filesCredentials: undefined }),
  'a bucket': () => openStorage(inBucket()),
};
/** All that can be asked of a storage. */
const calls = (storage: Storage) => [
  () => storage.put('a', large),
  () => storage.read('a'),
  () => storage.deleteAll('a'),
];
const large = Buffer.alloc(3_000_000, 'large ');

describe.each(Object.entries(kinds))('%s', (_kind, open) => {
  let storage: Storage;
  beforeEach(() => {
    storage = open();
  });

  const there = async (key: string) => {
    const file = await storage.read(key);
    return file && { bytes: file.bytes, data: await buffer(file.stream) };
  };

  test.each([
    ['small', Buffer.from('x')],
    ['large', large],
    ['empty', Buffer.alloc(0)],
  ])('gives back what it was given: %s', async (name, data) => {
    await storage.check();
    await storage.put(`org/id/${name}.webp`, data);
    expect(await there(`org/id/${name}.webp`)).toEqual({ bytes: data.length, data });
  });

  test('tells the keys of all files, also of more than a list shows at once', async () => {
    bucket.pageSize = 2;
    const keys = ['org/a/1.webp', 'org/a/2.webp', 'org/b/1.webp', 'other/c.webp', 'other/d.webp'];
    const before = await Array.fromAsync(storage.list());
    for (const key of keys) await storage.put(`listed/${key}`, Buffer.from('x'));
    const told = await Array.fromAsync(storage.list());
    expect(told.filter((key) => !before.includes(key)).sort()).toEqual(keys.map((key) => `listed/${key}`));
    await storage.delete('listed/org/a/1.webp');
    await storage.delete('listed/org/a/1.webp');
    expect(await storage.read('listed/org/a/1.webp')).toBeUndefined();
    expect(await storage.read('listed/org/a/2.webp')).toBeDefined();
    await storage.deleteAll('listed');
    expect(await Array.fromAsync(storage.list())).toEqual(before);
  });

  test('keeps a file of many megabytes that is being made', async () => {
    async function* parts() {
      for (let part = 0; part < 13; part++) yield Buffer.alloc(3_000_000, `${part} `);
    }
    await storage.putStream('org/id/large', Readable.from(parts(), { objectMode: false }));
    const kept = await there('org/id/large');
    expect(kept?.bytes).toBe(39_000_000);
    expect(kept?.data.equals(Buffer.concat(await Array.fromAsync(parts())))).toBe(true);
    expect(bucket.uploads.size).toBe(0);
  });

  test('says what broke off a file that was being made, as it is', async () => {
    const broken = new Error('no more rows');
    async function* parts() {
      yield large;
      throw broken;
    }
    await expect(storage.putStream('org/id/a', Readable.from(parts(), { objectMode: false }))).rejects.toBe(
      broken,
    );
  });

  test('has nothing where nothing was put', async () => {
    await storage.put('org/id/a', Buffer.from('a'));
    for (const key of ['nobody/id/a', 'org/id/a/b', 'org/id/aa']) expect(await there(key)).toBeUndefined();
  });

  test('removes all below a path and nothing beside it', async () => {
    bucket.pageSize = 7;
    const keys = Array.from({ length: 30 }, (_, at) => `one/id-${at % 3}/${at}`);
    for (const key of [...keys, 'one-more/id/a', 'two/id/a']) await storage.put(key, Buffer.from('x'));
    await storage.deleteAll('one/id-0');
    expect(await there('one/id-0/0')).toBeUndefined();
    expect(await there('one/id-1/1')).toBeDefined();
    await storage.deleteAll('one/');
    for (const key of keys) expect(await there(key)).toBeUndefined();
    await storage.deleteAll('one/');
    for (const key of ['one-more/id/a', 'two/id/a']) expect(await there(key)).toBeDefined();
  });
});

test('a bucket is shared: other folders of it stay, and another process sees the files at once', async () => {
  bucket.objects.set('elsewhere/one/a', Buffer.from('not ours'));
  await openStorage(inBucket()).put('one/a', Buffer.from('ours'));
  expect([...bucket.objects.keys()]).toEqual(['elsewhere/one/a', 'files/one/a']);
  const found = await openStorage(inBucket()).read('one/a');
  expect(found && (await text(found.stream))).toBe('ours');
  await openStorage(inBucket()).deleteAll('one');
  expect([...bucket.objects.keys()]).toEqual(['elsewhere/one/a']);
});

describe('a bucket that does not let us in', () => {
  const wrong: Record<string, () => [Parameters<typeof openStorage>[0], string]> = {
    'another secret': () => [
      { ...inBucket(), filesCredentials: { ...s3Credentials, secretAccessKey: 'hunter2' } },
      'SignatureDoesNotMatch, 403',
    ],
    'an unknown key': () => [
      { ...inBucket(), filesCredentials: { ...s3Credentials, accessKeyId: 'NOBODY' } },
      'InvalidAccessKeyId, 403',
    ],
    'another bucket': () => [
      { ...inBucket(), filesUrl: bucket.url.replace('pictures', 'nowhere') },
      'NoSuchBucket, 404',
    ],
    'another region': () => [inBucket({ region: 'us-west-1' }), 'AuthorizationHeaderMalformed, 403'],
  };
  test.each(Object.entries(wrong))(
    '%s is said at start and at each call, without secrets',
    async (_what, make) => {
      const [env, said] = make();
      const reported: Error[] = [];
      const starting = requireReadyStorage(openStorage(env), (error) => reported.push(error));
      await expect(starting).rejects.toThrow(
        `FILES_URL: the storage does not let us in (S3 says ${said}, request`,
      );
      expect(reported).toEqual([]);
      const storage = openStorage(env);
      for (const call of calls(storage)) {
        const error = await call().then(
          () => undefined,
          (problem: Error) => problem,
        );
        expect(error?.message).toContain(said);
        // an error is logged with all that it has
        const logged = JSON.stringify([error?.message, error?.stack, { ...error }, error?.cause]);
        for (const secret of ['hunter2', s3Credentials.secretAccessKey, s3Credentials.accessKeyId])
          expect(logged).not.toContain(secret);
      }
      expect([...bucket.objects]).toEqual([]);
    },
  );
});

describe('without credentials', () => {
  beforeEach(() => {
    // nothing of the machine that the tests run on
    for (const name of ['AWS_CONFIG_FILE', 'AWS_SHARED_CREDENTIALS_FILE'])
      vi.stubEnv(name, join(dir, 'none'));
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  });
  afterEach(() => vi.unstubAllEnvs());

  test('the role of the machine counts', async () => {
    const expires = new Date(Date.now() + 3_600_000).toISOString();
    const role = createServer((_request, response) =>
      response.setHeader('content-type', 'application/json').end(
        JSON.stringify({
          AccessKeyId: s3Credentials.accessKeyId,
          SecretAccessKey: s3Credentials.secretAccessKey,
          Token: 'session',
          Expiration: expires,
        }),
      ),
    );
    await new Promise<void>((resolve) => role.listen(0, '127.0.0.1', resolve));
    const { port } = role.address() as AddressInfo;
    vi.stubEnv('AWS_CONTAINER_CREDENTIALS_FULL_URI', `http://127.0.0.1:${port}/role`);
    try {
      await openStorage({ ...inBucket(), filesCredentials: undefined }).put('a', Buffer.from('a'));
      expect([...bucket.objects.keys()]).toEqual(['files/a']);
    } finally {
      role.close();
      role.closeAllConnections();
    }
  });

  test('and without a role the start names the missing variables', async () => {
    const starting = requireReadyStorage(
      openStorage({ ...inBucket(), filesCredentials: undefined }),
      () => {},
    );
    await expect(starting).rejects.toThrow('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are missing');
  });
});

describe('when the server', () => {
  /** In less time than people would wait. */
  const hurried = (read = 600) =>
    openS3(readS3Address(bucket.url), s3Credentials, { connect: 1000, silence: 200, call: 5000, read });

  test('is away, all calls say so, and it is used again when it is back', async () => {
    const storage = openStorage(inBucket());
    await storage.put('a', Buffer.from('a'));
    bucket.leave();
    for (const call of calls(storage)) await expect(call()).rejects.toThrow("S3 can't be reached: E");
    bucket.comeBack();
    await storage.put('b', Buffer.from('b'));
    expect([...bucket.objects.keys()]).toEqual(['files/a', 'files/b']);
  });

  test('is away at start, that is only reported', async () => {
    const reported: string[] = [];
    const nobody = openStorage(inBucket({ endpoint: 'http://127.0.0.1:1' }));
    await requireReadyStorage(nobody, ({ message }) => reported.push(message));
    expect(reported).toEqual(["S3 can't be reached: ECONNREFUSED"]);
  });

  test('never answers, requests time out', async () => {
    // longer than all tries together, however slow the machine is
    const storage = hurried(5000);
    bucket.send = () => {};
    for (const call of [...calls(storage), storage.check])
      await expect(call()).rejects.toThrow("S3 can't be reached: TimeoutError");
  });

  test('is slow, a large file may take longer than a picture', async () => {
    const storage = hurried();
    bucket.send = (...answer) => {
      setTimeout(sendWhole, 700, ...answer);
    };
    await storage.putStream('a', Readable.from([large]));
    const file = await storage.read('a', true);
    expect(file && (await buffer(file.stream))).toEqual(large);
    await expect(storage.put('b', large)).rejects.toThrow("S3 can't be reached: TimeoutError");
  });

  test('falls silent in the middle of a large file, reading ends long before its last limit', async () => {
    const patience = { connect: 1000, silence: 200, call: 5000, read: 3_600_000 };
    const storage = openS3(readS3Address(bucket.url), s3Credentials, patience, patience);
    bucket.objects.set('files/a', large);
    bucket.send = (response, { status, body }) => {
      response.writeHead(status, { 'content-length': Buffer.byteLength(body) });
      response.write(body.slice(0, 1000));
    };
    const file = await storage.read('a', true);
    await expect(file && buffer(file.stream)).rejects.toThrow('of inactivity');
  });

  test('is slow, a file that is being sent is let go of by who no longer waits for it', async () => {
    const stop = new AbortController();
    bucket.send = () => stop.abort();
    const putting = openStorage(inBucket()).putStream('a', Readable.from([large]), stop.signal);
    await expect(putting).rejects.toThrow("S3 can't be reached: AbortError");
  });

  test('answers a byte at a time, requests time out', async () => {
    const storage = hurried();
    bucket.objects.set('files/a', large);
    bucket.send = (response, { status, body }) => {
      response.writeHead(status, { 'content-length': Buffer.byteLength(body) });
      const drip = setInterval(() => response.write('x'), 50);
      response.on('close', () => clearInterval(drip));
    };
    const reading = storage.read('a').then((file) => file && buffer(file.stream));
    await expect(reading).rejects.toThrow();
  });

  test('breaks off in the middle of a file, it is not taken for a whole one', async () => {
    const storage = openStorage(inBucket());
    bucket.objects.set('files/a', large);
    bucket.send = (response, { status, body }) => {
      response.writeHead(status, { 'content-length': Buffer.byteLength(body) });
      response.write(body.slice(0, 1000), () => response.destroy());
    };
    const file = await storage.read('a');
    expect(file?.bytes).toBe(large.length);
    await expect(file && buffer(file.stream)).rejects.toThrow();
  });

  test.each([
    ['cuts the connection', 0],
    ['fails with 503', 503],
  ])('%s after it has done what it was asked, the second try changes nothing', async (_how, status) => {
    const storage = openStorage(inBucket());
    const tried = new Set<string>();
    bucket.send = (response, answer, request) => {
      const what = `${request.method} ${request.url}`;
      // a list is asked for again when all that it told is gone
      if (tried.has(what) || request.url?.includes('list-type')) return sendWhole(response, answer, request);
      tried.add(what);
      return status ? sendWhole(response, { status, body: '' }, request) : response.destroy();
    };
    await storage.put('one/a', Buffer.from('a'));
    await storage.put('one/b', Buffer.from('b'));
    expect([...bucket.objects.keys()]).toEqual(['files/one/a', 'files/one/b']);
    await storage.deleteAll('one');
    expect([...bucket.objects.keys()]).toEqual([]);
    expect(tried.size).toBe(4);
  });

  test('removes some and refuses others, that is said, and the next try goes on', async () => {
    const storage = openStorage(inBucket());
    for (const at of [1, 2, 3]) await storage.put(`one/${at}`, Buffer.from('x'));
    bucket.send = (response, answer, request) => {
      if (request.method !== 'DELETE' || !request.url?.includes('/2'))
        return sendWhole(response, answer, request);
      bucket.objects.set('files/one/2', Buffer.from('x'));
      return sendWhole(response, { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' }, request);
    };
    await expect(storage.deleteAll('one')).rejects.toThrow('AccessDenied, 403');
    bucket.send = sendWhole;
    await storage.deleteAll('one');
    expect([...bucket.objects.keys()]).toEqual([]);
  });

  test('says that it removes and does not, that is said', async () => {
    const storage = openStorage(inBucket());
    await storage.put('one/a', Buffer.from('a'));
    bucket.send = (response, answer, request) => {
      if (request.method === 'DELETE') bucket.objects.set('files/one/a', Buffer.from('a'));
      sendWhole(response, answer, request);
    };
    await expect(storage.deleteAll('one')).rejects.toThrow('keeps what it says is removed');
  });
});
