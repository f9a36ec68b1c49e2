import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { mailtoOf } from '@vpisnik/contract/rules/limits';
import { z } from 'zod';
import { type LogLevel, loopback, type Rules, rules, type VariableName } from './env-rules.ts';
import type { ImapAddress } from './mail/returned/imap-address.ts';
import { PlainError } from './plain-error.ts';
import type { S3Credentials } from './s3-address.ts';

/** How the process runs; decides which variables are required and which have defaults. */
export type Mode = 'production' | 'demo' | 'test';

/** The whole configuration, read once at start and handed to whatever needs a part of it. */
export interface Env {
  mode: Mode;
  /** Port and address the application listens on. */
  port: number;
  host: string;
  /** Origin that people open, without a slash at the end; links in mails begin with it. */
  publicUrl: string;
  /** Which proxies may tell a visitor's address: their addresses and networks, those so many hops away, or none. */
  trustProxy: false | string[] | ((address: string, hop: number) => boolean);
  /** The first seals; all open, so that a key can be replaced. */
  secretKeys: [string, ...string[]];
  /** Absolute path of what this installation keeps on disk. */
  dataDir: string;
  /** Whether PostgreSQL runs inside `dataDir`; then the database addresses are empty until `withDatabase`. */
  embedded: boolean;
  /** Address with which the owner of the tables signs in: migrations and the seed. */
  databaseUrl: string;
  /** Addresses of the three roles that the application works as. */
  databaseApiUrl: string;
  databasePublicUrl: string;
  databaseSystemUrl: string;
  /** The owner past a pooler: migrations, backups and LISTEN need a connection of their own. */
  databaseDirectUrl: string;
  /** Address of a streaming replica, which answers reads; empty without one. Its user is each role's own. */
  databaseReplicaUrl: string;
  /** Seconds that it may be behind. */
  databaseReplicaMaxLag: number;
  smtpUrl: string;
  /** Whether mail goes to a mailbox that the demo starts on this machine. */
  mailbox: boolean;
  mailboxPort: number;
  mailboxSmtpPort: number;
  /** Address that all mail comes from. */
  mailFrom: string;
  /** Addresses of machines that send our mail, or names of relays' SPF records; for the check of DNS. */
  mailSenders: string[];
  /** Where reports about mails come back to; without one they are not read. */
  mailBounces: string | undefined;
  /** The mailbox that they are read from. */
  mailBouncesImap: ImapAddress | undefined;
  /** Port on which this process takes them. */
  mailBouncesPort: number | undefined;
  /** Seconds in which a mail can still be called back. */
  mailDelaySeconds: number;
  /** Seconds in which a process that is stopped still answers, while `/readyz` sends its proxy elsewhere. */
  drainSeconds: number;
  /** `file:` or `s3:` address of uploaded files; all processes of an installation need the same one. */
  filesUrl: string;
  /** The sign-in to an `s3:` address; without one the machine's own role counts. */
  filesCredentials: S3Credentials | undefined;
  /** Opens and seals archives; without one none is made. */
  backupPassphrase: string | undefined;
  /** Folder or bucket for nightly backups; without one none is made. */
  backupTarget: string | undefined;
  /** A hosted identity provider behind ours, if there is one. */
  oidc: { issuer: string; clientId: string; clientSecret: string; trustEmail: boolean } | undefined;
  /** URL to which /login redirects at once, if set. */
  externalLoginUrl: string | undefined;
  /** Whether error texts at sign-in hide if an account exists. */
  identityConcealAccounts: boolean;
  /** Whether browsers keep the staff app, so that a later visit asks for data alone. */
  keepStaffApp: boolean;
  logLevel: LogLevel;
  /** Milliseconds from which a statement is logged; 0 logs none. */
  slowStatementMs: number;
  /** Signals for a receiver of OTLP, how often in milliseconds, and which traces are kept; none without a receiver. */
  telemetry:
    | {
        traces: boolean;
        metrics: boolean;
        tracesEvery: number;
        metricsEvery: number;
        sampler: string;
        ratio: number;
      }
    | undefined;
  /** Bearer token for /metrics, which is closed without one. */
  metricsToken: string | undefined;
  /** Where the footer's contact link leads. */
  contactUrl: string;
  /** The installation's operator, for the legal pages. */
  operator: { name: string; address: string; email: string };
}

/** Configuration that can't work. Its message names every problem, one a line. */
export class EnvError extends PlainError {
  /** Each begins with the name of its variable. */
  readonly problems: string[];

  constructor(problems: string[]) {
    const lines = problems.map((problem) => `  ${problem}`);
    super(`The configuration needs attention (.env.example explains each variable):\n${lines.join('\n')}`);
    this.problems = problems;
  }
}

type Source = Record<string, string | undefined>;
type Values = { [Name in VariableName]?: z.output<Rules[Name]> };

const root = fileURLToPath(new URL('../../', import.meta.url));

const inProduction: VariableName[] = [
  ...(['PUBLIC_URL', 'SECRET_KEY', 'SMTP_URL', 'MAIL_FROM'] as const),
  ...(['OPERATOR_NAME', 'OPERATOR_ADDRESS', 'OPERATOR_EMAIL'] as const),
];
const databases = ['DATABASE_URL', 'DATABASE_API_URL', 'DATABASE_PUBLIC_URL', 'DATABASE_SYSTEM_URL'] as const;
/** All of each or none. */
const together = [
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
];
/** The first never without the second. */
const dependent = [
  ['MAIL_BOUNCES_PORT', 'MAIL_BOUNCES'],
  ['BACKUP_TARGET', 'BACKUP_PASSPHRASE'],
  ['DATABASE_REPLICA_MAX_LAG', 'DATABASE_REPLICA_URL'],
] as const;

/** The process's variables; unset ones come from `.env` beside package.json. */
export function processVariables(): Source {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return process.env;
}

/**
 * Reads and checks the configuration.
 *
 * @throws EnvError that names every problem at once.
 */
export function readEnv(source: Source, mode: Mode): Env {
  const given = Object.fromEntries(
    Object.entries(source)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value),
  ) as Record<string, string>;
  const embedded = mode === 'production' ? given.EMBEDDED === 'true' : !given.DATABASE_URL;
  const required = mode === 'production' ? [...inProduction, ...(embedded ? [] : databases)] : [];
  const shape = Object.fromEntries(
    Object.entries(rules).map(([name, schema]) => [
      name,
      required.includes(name as VariableName) ? schema : schema.optional(),
    ]),
  );
  const { data, error } = z.object(shape).safeParse(given);
  const broken = (error?.issues ?? []).map(({ path, message }) => `${String(path[0])} ${message}`);
  const problems = [...broken, ...contradictions(given, mode)];
  if (problems.length > 0 || !data) throw new EnvError(problems);
  const env = compose(data as Values, mode, embedded);
  return env.databaseUrl ? withDatabase(env, env.databaseUrl) : env;
}

function contradictions(given: Record<string, string>, mode: Mode): string[] {
  const problems: string[] = [];
  for (const names of together) {
    const named = names.filter((name) => given[name]);
    for (const name of named.length > 0 ? names : []) {
      if (!given[name]) problems.push(`${name} is missing; ${named.join(' and ')} must not stand alone`);
    }
  }
  for (const [name, other] of dependent)
    if (given[name] && !given[other]) problems.push(`${other} is missing; ${name} must not stand alone`);
  if (mode === 'demo' && given.HOST && !['127.0.0.1', 'localhost', '::1'].includes(given.HOST))
    problems.push(
      'HOST must be left out of the demo, whose passwords everybody knows: it stays on this machine',
    );
  if (mode === 'demo' && given.DATABASE_URL && !leadsHere(given.DATABASE_URL))
    problems.push('DATABASE_URL must lead to this machine in the demo, which fills it with known passwords');
  const elsewhere = [...databases, 'DATABASE_REPLICA_URL'];
  if (mode === 'production' && given.EMBEDDED === 'true' && elsewhere.some((name) => given[name]))
    problems.push('EMBEDDED must not be true together with DATABASE_URL and its like; remove one of the two');
  return problems;
}

/** An address that isn't one is named by its own rule. */
function leadsHere(url: string): boolean {
  return !URL.canParse(url) || loopback.includes(new URL(url).hostname);
}

function compose(values: Values, mode: Mode, embedded: boolean): Env {
  const port = values.PORT ?? 3000;
  const dataDir = resolve(root, values.DATA_DIR ?? '.data');
  const mailboxSmtpPort = values.MAILBOX_SMTP_PORT ?? 1025;
  const operatorEmail = values.OPERATOR_EMAIL ?? 'operator@vpisnik.test';
  const [secret = '', ...olderSecrets] = values.SECRET_KEY ?? [defaultSecret(mode, dataDir)];
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = values;
  return {
    mode,
    port,
    host: values.HOST ?? (mode === 'production' ? '0.0.0.0' : '127.0.0.1'),
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${port}`,
    trustProxy: trustIn(values.TRUST_PROXY ?? false),
    secretKeys: [secret, ...olderSecrets],
    dataDir,
    embedded,
    databaseUrl: values.DATABASE_URL ?? '',
    databaseApiUrl: values.DATABASE_API_URL ?? '',
    databasePublicUrl: values.DATABASE_PUBLIC_URL ?? '',
    databaseSystemUrl: values.DATABASE_SYSTEM_URL ?? '',
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? '',
    databaseReplicaUrl: values.DATABASE_REPLICA_URL ?? '',
    databaseReplicaMaxLag: values.DATABASE_REPLICA_MAX_LAG ?? 10,
    smtpUrl: values.SMTP_URL ?? `smtp://127.0.0.1:${mailboxSmtpPort}`,
    mailbox: mode !== 'production' && !values.SMTP_URL,
    mailboxPort: values.MAILBOX_PORT ?? 1080,
    mailboxSmtpPort,
    mailFrom: values.MAIL_FROM ?? 'vpisnik@vpisnik.test',
    mailSenders: values.MAIL_SENDERS ?? [],
    mailBounces: values.MAIL_BOUNCES,
    mailBouncesImap: values.MAIL_BOUNCES_IMAP,
    mailBouncesPort: values.MAIL_BOUNCES_PORT,
    drainSeconds: values.DRAIN_SECONDS ?? 0,
    mailDelaySeconds: values.MAIL_DELAY_SECONDS ?? (mode === 'test' ? 0 : 30),
    filesUrl: values.FILES_URL ?? pathToFileURL(join(dataDir, 'files')).href,
    filesCredentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    backupPassphrase: values.BACKUP_PASSPHRASE,
    backupTarget: values.BACKUP_TARGET,
    oidc:
      issuer && clientId && clientSecret
        ? { issuer, clientId, clientSecret, trustEmail: values.OIDC_TRUST_EMAIL ?? false }
        : undefined,
    externalLoginUrl: values.EXTERNAL_LOGIN_URL,
    identityConcealAccounts: values.IDENTITY_CONCEAL_ACCOUNTS ?? false,
    keepStaffApp: values.KEEP_STAFF_APP ?? true,
    logLevel: values.LOG_LEVEL ?? ({ production: 'info', demo: 'warn', test: 'silent' } as const)[mode],
    slowStatementMs: values.SLOW_STATEMENT_MS ?? 500,
    telemetry: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          traces: values.OTEL_TRACES_EXPORTER !== 'none',
          metrics: values.OTEL_METRICS_EXPORTER !== 'none',
          tracesEvery: values.OTEL_BSP_SCHEDULE_DELAY ?? 5_000,
          metricsEvery: values.OTEL_METRIC_EXPORT_INTERVAL ?? 60_000,
          sampler: values.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on',
          ratio: values.OTEL_TRACES_SAMPLER_ARG ?? 1,
        }
      : undefined,
    metricsToken: values.METRICS_TOKEN,
    contactUrl: values.CONTACT_URL ?? mailtoOf(operatorEmail),
    operator: {
      name: values.OPERATOR_NAME ?? 'Vpisnik demo',
      address: values.OPERATOR_ADDRESS ?? 'Slovenska cesta 1, 1000 Ljubljana',
      email: operatorEmail,
    },
  };
}

/** Fastify reads a bare number as "trust none", so hops become a function. Assumes that all traffic passes the proxies. */
function trustIn(proxies: false | number | string[]): Env['trustProxy'] {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;
}

/**
 * Completes the database addresses from the owner's: a missing one signs in as the owner and sets the role at once.
 * In production this happens only with the embedded database.
 */
export function withDatabase(env: Env, databaseUrl: string): Env {
  return {
    ...env,
    databaseUrl,
    databaseApiUrl: env.databaseApiUrl || withRole(databaseUrl, 'app_api'),
    databasePublicUrl: env.databasePublicUrl || withRole(databaseUrl, 'app_public'),
    databaseSystemUrl: env.databaseSystemUrl || withRole(databaseUrl, 'app_system'),
    databaseDirectUrl: env.databaseDirectUrl || databaseUrl,
  };
}

function withRole(databaseUrl: string, role: string): string {
  const url = new URL(databaseUrl);
  const options = [url.searchParams.get('options'), `-c role=${role}`].filter(Boolean).join(' ');
  url.searchParams.delete('options');
  // not through searchParams: its "+" for a space is not understood by every driver
  url.search = [url.search.slice(1), `options=${encodeURIComponent(options)}`].filter(Boolean).join('&');
  return url.href;
}

/** Outside production a key is made at the first start and kept, so that sign-ins survive a restart. */
function defaultSecret(mode: Mode, dataDir: string): string {
  if (mode === 'test') return 'a key that protects nothing but tests';
  const file = join(dataDir, 'secret-key');
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8');
}
