import { isIP } from 'node:net';
import { z } from 'zod';
import { faultsOfImapAddress, readImapAddress } from './mail/returned/imap-address.ts';
import { longestReportName } from './mail/returned/verp.ts';
import { faultsOfS3Address } from './s3-address.ts';

/**
 * One zod rule per environment variable. Each message completes a sentence that begins with the variable's name, and never repeats the
 * value, which may be a secret.
 */
function rule(must: string, holds: (value: string) => boolean) {
  return z.string({ error: `is missing; it must be ${must}` }).refine(holds, { error: `must be ${must}` });
}

function hasProtocol(...protocols: string[]) {
  return (value: string) => URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

/** Names of this machine for itself, as a URL's `hostname` has them. */
export const loopback = ['localhost', '127.0.0.1', '[::1]'];

function isPublicUrl(value: string): boolean {
  if (!hasProtocol('https:', 'http:')(value)) return false;
  const url = new URL(value);
  const bare = url.pathname === '/' && !url.search && !url.hash && !url.username;
  return bare && (url.protocol === 'https:' || loopback.includes(url.hostname));
}

function isNetwork(value: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(value)) return true;
  const [address = '', bits, ...rest] = value.split('/');
  const version = isIP(address);
  const longest = version === 4 ? 32 : 128;
  return (
    version > 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}

/** A name of at least two labels that DNS could hold. */
const isDomain = (value: string): boolean =>
  value.length <= 253 &&
  /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i.test(value);

function wholeNumber(what: string, from: number, to: number) {
  const inside = (value: string) => /^\d{1,6}$/.test(value) && Number(value) >= from && Number(value) <= to;
  return rule(`${what}, a whole number from ${from} to ${to}`, inside).transform(Number);
}

const port = (of: string) => wholeNumber(`the port of ${of}`, 1, 65_535);
const text = (what: string) => rule(what, (value) => value.length <= 500);
const switchRule = rule('true or false', (value) => ['true', 'false'].includes(value)).transform(
  (value) => value === 'true',
);
const database = (whose: string) =>
  rule(`the postgres:// address ${whose}`, hasProtocol('postgres:', 'postgresql:'));
const emailAddress = (what: string) => rule(what, (value) => z.email().safeParse(value).success);

/** Which traces are kept, by the names that OpenTelemetry has for it. */
const samplers = ['', 'parentbased_'].flatMap((based) =>
  ['always_on', 'always_off', 'traceidratio'].map((root) => based + root),
);
const exporter = rule('otlp or none', (value) => ['otlp', 'none'].includes(value));

function checkS3Address(value: string, context: z.RefinementCtx): void {
  for (const message of value.startsWith('s3://') ? faultsOfS3Address(value) : [])
    context.addIssue({ code: 'custom', message });
}

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof levels)[number];

/** Every variable that Vpisnik reads, in the order of `.env.example`. */
export const rules = {
  PORT: port('the application'),
  HOST: text('the address to listen on'),
  PUBLIC_URL: rule(
    'the address people open, for instance https://vpisnik.example.org: https (http only on this machine), no path',
    isPublicUrl,
  ).transform((value) => new URL(value).origin),
  TRUST_PROXY: rule(
    'a number of proxies from 1 to 10, or addresses and networks separated by commas',
    (value) => /^([1-9]|10)$/.test(value) || value.split(',').every((part) => isNetwork(part.trim())),
  ).transform((value) => (/^\d+$/.test(value) ? Number(value) : value.split(',').map((part) => part.trim()))),
  SECRET_KEY: rule('one or more random texts of at least 32 characters, separated by commas', (value) =>
    value.split(',').every((part) => part.trim().length >= 32),
  ).transform((value) => value.split(',').map((part) => part.trim())),
  DATA_DIR: text('a directory'),
  EMBEDDED: switchRule,
  DATABASE_URL: database('with which the owner of the tables signs in'),
  DATABASE_API_URL: database('with which app_api signs in'),
  DATABASE_PUBLIC_URL: database('with which app_public signs in'),
  DATABASE_SYSTEM_URL: database('with which app_system signs in'),
  DATABASE_DIRECT_URL: database('of the owner that reaches PostgreSQL past a pooler'),
  DATABASE_REPLICA_URL: rule(
    'the postgres:// address of a streaming replica, without a user: the roles sign in as they do at the primary',
    (value) => hasProtocol('postgres:', 'postgresql:')(value) && new URL(value).username === '',
  ),
  DATABASE_REPLICA_MAX_LAG: wholeNumber('the seconds that the replica may be behind', 1, 300),
  SMTP_URL: rule(
    'the smtp:// or smtps:// address of the server that sends mail',
    hasProtocol('smtp:', 'smtps:'),
  ),
  MAIL_FROM: emailAddress('the e-mail address that all mail comes from'),
  MAIL_SENDERS: rule(
    'addresses of the machines that send mail, or names of the SPF records of relays, separated by commas',
    (value) => value.split(',').every((part) => isIP(part.trim()) > 0 || isDomain(part.trim())),
  ).transform((value) => value.split(',').map((part) => part.trim())),
  MAIL_BOUNCES: emailAddress('the e-mail address that reports about mails come back to').refine(
    (value) => !value.includes('+') && value.lastIndexOf('@') <= longestReportName,
    { error: `must have at most ${longestReportName} characters before its @, and no +` },
  ),
  MAIL_BOUNCES_PORT: port('the part that takes reports about mails'),
  MAIL_BOUNCES_IMAP: text('the imaps:// address of the mailbox that reports about mails are read from')
    .superRefine((value, context) => {
      for (const message of faultsOfImapAddress(value)) context.addIssue({ code: 'custom', message });
    })
    .transform((value, context) => (context.issues.length > 0 ? z.NEVER : readImapAddress(value))),
  DRAIN_SECONDS: wholeNumber('the seconds in which a process that is stopped still answers', 0, 10),
  MAIL_DELAY_SECONDS: wholeNumber('the seconds in which a mail can be called back', 0, 3600),
  MAILBOX_PORT: port("the demo mailbox's web page"),
  MAILBOX_SMTP_PORT: port('the demo mailbox'),
  FILES_URL: rule(
    'where uploaded files go: a folder as file:///var/lib/vpisnik/files, or s3://bucket/folder?region=eu-central-1',
    (value) => value.startsWith('s3://') || hasProtocol('file:')(value),
  ).superRefine(checkS3Address),
  AWS_ACCESS_KEY_ID: text('the name of the key to the bucket in FILES_URL'),
  AWS_SECRET_ACCESS_KEY: text('the key to the bucket in FILES_URL'),
  BACKUP_PASSPHRASE: rule(
    'a passphrase of at least 16 characters, for instance five random words',
    (value) => value.length >= 16,
  ),
  BACKUP_TARGET: rule(
    'where nightly backups go: a folder as file:///srv/backups or /srv/backups, or s3://bucket/folder?region=eu-central-1',
    (value) => value.startsWith('/') || value.startsWith('s3://') || hasProtocol('file:')(value),
  ).superRefine(checkS3Address),
  OIDC_ISSUER: rule('the https:// address of the identity provider', hasProtocol('https:', 'http:')),
  OIDC_CLIENT_ID: text('the client id at the identity provider'),
  OIDC_CLIENT_SECRET: text('the client secret at the identity provider'),
  OIDC_TRUST_EMAIL: switchRule,
  EXTERNAL_LOGIN_URL: rule('an https:// address', hasProtocol('https:', 'http:')),
  IDENTITY_CONCEAL_ACCOUNTS: switchRule,
  KEEP_STAFF_APP: switchRule,
  LOG_LEVEL: rule(`one of ${levels.join(', ')}`, (value) => levels.includes(value as LogLevel)).transform(
    (value) => value as LogLevel,
  ),
  SLOW_STATEMENT_MS: wholeNumber(
    'the milliseconds from which a statement of the database is logged',
    0,
    600_000,
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: rule(
    'the http:// or https:// address that takes traces and metrics by OTLP',
    hasProtocol('https:', 'http:'),
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: rule(
    'http/protobuf, the only one that is spoken',
    (value) => value === 'http/protobuf',
  ),
  OTEL_TRACES_EXPORTER: exporter,
  OTEL_METRICS_EXPORTER: exporter,
  OTEL_TRACES_SAMPLER: rule(`one of ${samplers.join(', ')}`, (value) => samplers.includes(value)),
  OTEL_TRACES_SAMPLER_ARG: rule(
    'the part of traces that is kept, a number from 0 to 1',
    (value) => Number(value) >= 0 && Number(value) <= 1,
  ).transform(Number),
  OTEL_BSP_SCHEDULE_DELAY: wholeNumber(
    'the milliseconds between two times that traces are sent',
    10,
    600_000,
  ),
  OTEL_METRIC_EXPORT_INTERVAL: wholeNumber(
    'the milliseconds between two times that metrics are sent',
    10,
    999_999,
  ),
  METRICS_TOKEN: rule('a random text of at least 16 characters', (value) => value.length >= 16),
  CONTACT_URL: rule('an https:// or mailto: address', hasProtocol('https:', 'http:', 'mailto:')),
  OPERATOR_NAME: text('the name of who runs this installation, for the legal pages'),
  OPERATOR_ADDRESS: text('the postal address of who runs this installation, for the legal pages'),
  OPERATOR_EMAIL: emailAddress('the e-mail address of who runs this installation, for the legal pages'),
};

export type Rules = typeof rules;
export type VariableName = keyof Rules;
