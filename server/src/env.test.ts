import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { EnvError, type Mode, readEnv, withDatabase } from './env.ts';
import { rules } from './env-rules.ts';

const owner = 'postgres://owner:p%40ss@db.example.org:5432/vpisnik?sslmode=verify-full';

const production = {
  PUBLIC_URL: 'https://vpisnik.example.org',
  SECRET_KEY: 'x'.repeat(32),
  DATABASE_URL: owner,
  DATABASE_API_URL: 'postgres://app_api@db.example.org/vpisnik',
  DATABASE_PUBLIC_URL: 'postgres://app_public@db.example.org/vpisnik',
  DATABASE_SYSTEM_URL: 'postgres://app_system@db.example.org/vpisnik',
  SMTP_URL: 'smtps://user:password@smtp.example.org',
  MAIL_FROM: 'vpisnik@example.org',
  OPERATOR_NAME: 'Društvo Vpisnik',
  OPERATOR_ADDRESS: 'Slovenska cesta 1, 1000 Ljubljana',
  OPERATOR_EMAIL: 'info@example.org',
};

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'vpisnik-env-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function problems(source: Record<string, string>, mode: Mode): string[] {
  try {
    readEnv(source, mode);
  } catch (error) {
    if (error instanceof EnvError) return error.problems;
    throw error;
  }
  return [];
}

const names = (list: string[]) => list.map((problem) => problem.split(' ')[0]);

describe('production', () => {
  test('accepts a complete configuration', () => {
    const env = readEnv(production, 'production');
    expect(env).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      publicUrl: 'https://vpisnik.example.org',
      embedded: false,
      mailbox: false,
      trustProxy: false,
      databaseDirectUrl: owner,
      mailDelaySeconds: 30,
      contactUrl: 'mailto:info@example.org',
      oidc: undefined,
    });
    expect(env.databaseApiUrl).toBe(production.DATABASE_API_URL);
  });

  test('names everything that is missing at once', () => {
    expect(names(problems({}, 'production')).sort()).toEqual(Object.keys(production).sort());
  });

  test('takes an empty value for a missing one', () => {
    expect(problems({ ...production, SECRET_KEY: '  ' }, 'production')).toEqual([
      'SECRET_KEY is missing; it must be one or more random texts of at least 32 characters, separated by commas',
    ]);
  });

  test('names everything that is wrong at once, and never repeats a value', () => {
    const wrong = {
      ...production,
      PORT: '70000',
      PUBLIC_URL: 'http://vpisnik.example.org',
      SECRET_KEY: 'too short',
      DATABASE_URL: 'mysql://root:hunter2@localhost/x',
      SMTP_URL: 'smtp.example.org',
      MAIL_FROM: 'nobody',
      TRUST_PROXY: 'everybody',
      EMBEDDED: 'yes',
      LOG_LEVEL: 'loud',
      OIDC_ISSUER: 'https://login.example.org',
    };
    const said = problems(wrong, 'production');
    expect(names(said).sort()).toEqual(
      [
        ...['DATABASE_URL', 'EMBEDDED', 'LOG_LEVEL', 'MAIL_FROM', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
        ...['PORT', 'PUBLIC_URL', 'SECRET_KEY', 'SMTP_URL', 'TRUST_PROXY'],
      ].sort(),
    );
    expect(said.join()).not.toMatch(/hunter2|too short|loud/);
  });

  test('the embedded database replaces the addresses, and is not mixed with them', () => {
    const { DATABASE_URL, DATABASE_API_URL, DATABASE_PUBLIC_URL, DATABASE_SYSTEM_URL, ...rest } = production;
    expect(readEnv({ ...rest, EMBEDDED: 'true' }, 'production')).toMatchObject({
      embedded: true,
      databaseUrl: '',
    });
    expect(names(problems({ ...production, EMBEDDED: 'true' }, 'production'))).toEqual(['EMBEDDED']);
  });

  test('a replica has no user of its own, a limit to its lag, and no embedded database beside it', () => {
    const DATABASE_REPLICA_URL = 'postgres://replica.example.org:5433/vpisnik?sslmode=verify-full';
    const withReplica = { ...production, DATABASE_REPLICA_URL };
    expect(readEnv(withReplica, 'production')).toMatchObject({
      databaseReplicaUrl: DATABASE_REPLICA_URL,
      databaseReplicaMaxLag: 10,
    });
    expect(
      readEnv({ ...withReplica, DATABASE_REPLICA_MAX_LAG: '60' }, 'production').databaseReplicaMaxLag,
    ).toBe(60);
    const wrong = [
      { ...withReplica, DATABASE_REPLICA_URL: owner },
      { ...withReplica, DATABASE_REPLICA_MAX_LAG: '0' },
      { ...production, DATABASE_REPLICA_MAX_LAG: '60' },
      { ...withReplica, EMBEDDED: 'true' },
    ];
    expect(wrong.map((given) => names(problems(given, 'production')))).toEqual([
      ...[['DATABASE_REPLICA_URL'], ['DATABASE_REPLICA_MAX_LAG'], ['DATABASE_REPLICA_URL'], ['EMBEDDED']],
    ]);
  });

  test.each([
    ['http://localhost:3000', 'http://localhost:3000'],
    ['https://vpisnik.example.org/', 'https://vpisnik.example.org'],
  ])('PUBLIC_URL %s is the origin %s', (value, origin) => {
    expect(readEnv({ ...production, PUBLIC_URL: value }, 'production').publicUrl).toBe(origin);
  });

  test.each(['https://example.org/vpisnik', 'https://example.org?x=1', 'ftp://example.org', 'example.org'])(
    'PUBLIC_URL %s is refused',
    (value) => {
      expect(names(problems({ ...production, PUBLIC_URL: value }, 'production'))).toEqual(['PUBLIC_URL']);
    },
  );

  test.each([
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
    ['loopback', ['loopback']],
  ])('TRUST_PROXY %s', (value, expected) => {
    expect(readEnv({ ...production, TRUST_PROXY: value }, 'production').trustProxy).toEqual(expected);
  });

  test('TRUST_PROXY 2 trusts the two proxies nearest to us', async () => {
    const { trustProxy } = readEnv({ ...production, TRUST_PROXY: '2' }, 'production');
    const app = Fastify({ trustProxy });
    app.get('/', async ({ ip }) => ip);
    const headers = { 'x-forwarded-for': '6.6.6.6, 5.5.5.5, 10.0.0.2' };
    expect((await app.inject({ url: '/', headers, remoteAddress: '10.0.0.1' })).body).toBe('5.5.5.5');
    await app.close();
  });

  test.each(['0', 'true', '10.0.0.0/33', '10.0.0/8', '10.0.0.0/8/8', '10.0.0.0/'])(
    'TRUST_PROXY %s is refused',
    (value) => {
      expect(names(problems({ ...production, TRUST_PROXY: value }, 'production'))).toEqual(['TRUST_PROXY']);
    },
  );

  test.each([
    's3://pictures?region=eu-central-1',
    's3://pictures.example/a/b-1/?region=eu-central-1&path_style=true',
    's3://pictures?endpoint=http://minio:9000&path_style=false',
    's3://pictures/vpisnik?region=auto&endpoint=https%3A%2F%2Fs3.example.org%2F',
  ])('FILES_URL %s is taken', (value) => {
    const keys = { AWS_ACCESS_KEY_ID: 'name', AWS_SECRET_ACCESS_KEY: 'hunter2' };
    expect(readEnv({ ...production, FILES_URL: value }, 'production')).toMatchObject({ filesUrl: value });
    expect(readEnv({ ...production, FILES_URL: value, ...keys }, 'production')).toMatchObject({
      filesCredentials: { accessKeyId: 'name', secretAccessKey: 'hunter2' },
    });
  });

  test.each([
    ['ftp://hunter2', ['must be where uploaded files go']],
    ['s3:hunter2', ['must be where uploaded files go']],
    ['S3://hunter2', ['must be where uploaded files go']],
    ['s3://[hunter2', ['must be an address like']],
    ['s3://me:hunter2@pictures?region=eu-central-1', ['must not hold credentials']],
    ['s3://pictures:9000?region=eu-central-1', ['must name a bucket']],
    ['s3://Pictures?region=eu-central-1', ['must name a bucket']],
    ['s3://pictures//hunter2?region=eu-central-1', ['may name a folder']],
    ['s3://pictures/../hunter2/%20?region=eu-central-1', ['may name a folder']],
    ['s3://pictures?region=eu-central-1&secret=hunter2', ['takes region, endpoint and path_style']],
    ['s3://pictures?region=a&region=hunter2', ['takes region, endpoint and path_style']],
    ['s3://pictures', ['must name a region']],
    ['s3://pictures?region=Ljubljana', ['must name a region']],
    ['s3://pictures?endpoint=minio:9000', ['must have an http:// or https:// address']],
    [
      's3://pictures?endpoint=https://me:hunter2@s3.example.org',
      ['must have an http:// or https:// address'],
    ],
    ['s3://pictures?endpoint=https://s3.example.org/path', ['must have an http:// or https:// address']],
    [
      's3://p?region=!&path_style=yes',
      ['must name a bucket', 'must name a region', 'must have true or false'],
    ],
  ])('FILES_URL %s is refused, with all that is wrong', (value, expected) => {
    const said = problems({ ...production, FILES_URL: value }, 'production');
    expect(said).toEqual(expected.map((one) => expect.stringMatching(`^FILES_URL ${one}`)));
    expect(said.join()).not.toContain('hunter2');
  });

  test.each([
    [
      'imaps://reports%40example.org:p%25%2Fss@imap.example.org/Odboji%20pošte',
      {
        ...{ host: 'imap.example.org', port: 993, secure: true, local: false },
        ...{ user: 'reports@example.org', password: 'p%/ss', folder: 'Odboji pošte' },
      },
    ],
    ['imaps://me:pass@imap.example.org:1993', { port: 1993, folder: 'INBOX' }],
    ['imap://me:pass@imap.example.org/', { port: 143, secure: false, local: false, folder: 'INBOX' }],
    ['imap://me:pass@[::1]', { host: '::1', local: true }],
  ])('MAIL_BOUNCES_IMAP %s is taken', (value, expected) => {
    expect(readEnv({ ...production, MAIL_BOUNCES_IMAP: value }, 'production').mailBouncesImap).toMatchObject(
      expected,
    );
  });

  test.each([
    'hunter2',
    'https://me:hunter2@imap.example.org',
    'imaps://imap.example.org/hunter2',
    'imaps://me@imap.example.org/hunter2',
    'imaps:///hunter2',
    'imaps://me:hunter2@imap.example.org/INBOX?tls=no',
    'imaps://me:hunter2%@imap.example.org',
  ])('MAIL_BOUNCES_IMAP %s is refused, without the value', (value) => {
    const said = problems({ ...production, MAIL_BOUNCES_IMAP: value }, 'production');
    expect(said).toEqual([expect.stringMatching(/^MAIL_BOUNCES_IMAP must/)]);
    expect(said.join()).not.toContain('hunter2');
  });

  test('one half of the key to the bucket is not enough', () => {
    expect(problems({ ...production, AWS_SECRET_ACCESS_KEY: 'hunter2' }, 'production')).toEqual([
      'AWS_ACCESS_KEY_ID is missing; AWS_SECRET_ACCESS_KEY must not stand alone',
    ]);
  });

  test('a new secret seals while the old one still opens', () => {
    const keys = ['n'.repeat(32), 'o'.repeat(32)];
    expect(readEnv({ ...production, SECRET_KEY: keys.join(', ') }, 'production').secretKeys).toEqual(keys);
  });
});

describe('demo', () => {
  test('needs nothing, stays on this machine and keeps its secret', () => {
    const env = readEnv({ DATA_DIR: dataDir, PORT: '3100' }, 'demo');
    expect(env).toMatchObject({
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3100',
      embedded: true,
      mailbox: true,
      smtpUrl: 'smtp://127.0.0.1:1025',
      dataDir,
    });
    expect(env.secretKeys[0].length).toBeGreaterThanOrEqual(32);
    expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
    expect(readEnv({ DATA_DIR: dataDir }, 'demo').secretKeys).toEqual(env.secretKeys);
  });

  test('stays off the network', () => {
    expect(names(problems({ DATA_DIR: dataDir, HOST: '0.0.0.0' }, 'demo'))).toEqual(['HOST']);
    expect(names(problems({ DATA_DIR: dataDir, DATABASE_URL: owner }, 'demo'))).toEqual(['DATABASE_URL']);
  });

  test('a given database and mail server replace the embedded ones', () => {
    const local = 'postgres://owner@localhost:5432/vpisnik';
    const source = { DATA_DIR: dataDir, DATABASE_URL: local, SMTP_URL: 'smtp://127.0.0.1:25' };
    expect(readEnv(source, 'demo')).toMatchObject({ embedded: false, mailbox: false });
  });
});

describe('addresses of the roles', () => {
  test('come from the owner, keeping the rest of the address', () => {
    const env = withDatabase(readEnv({ DATA_DIR: dataDir }, 'demo'), owner);
    for (const [url, role] of [
      [env.databaseApiUrl, 'app_api'],
      [env.databasePublicUrl, 'app_public'],
      [env.databaseSystemUrl, 'app_system'],
    ] as const) {
      expect(url).toContain('&options=-c%20role%3D');
      expect(new pg.Client(url)).toMatchObject({ user: 'owner', password: 'p@ss', host: 'db.example.org' });
      expect(new URL(url).searchParams.get('options')).toBe(`-c role=${role}`);
    }
    expect(env.databaseDirectUrl).toBe(owner);
  });

  test('given ones stay', () => {
    const env = readEnv({ DATABASE_URL: owner, DATABASE_API_URL: production.DATABASE_API_URL }, 'test');
    expect(env.databaseApiUrl).toBe(production.DATABASE_API_URL);
    expect(env.databaseSystemUrl).toContain('app_system');
  });
});

test('.env.example lists every variable and no other', () => {
  const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
  const listed = [...example.matchAll(/^#?([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name);
  expect(listed).toEqual(Object.keys(rules));
});
