import pg from 'pg';
import { openDatabase, readCommandEnv } from '../../db/connection/open.ts';
import { migrate } from '../../db/migrate.ts';
import { runToEnd } from '../../lifecycle.ts';
import { askNames } from '../../mail/dns/names.ts';
import { domainOf } from '../../mail/transport.ts';
import { PlainError } from '../../plain-error.ts';
import {
  type DkimKey,
  dkimRecord,
  followDns,
  makeDkimKey,
  removableFrom,
  rotateDkimKey,
} from './dkim-keys.ts';
import { keepKeys } from './key-keeping.ts';

const choices = { undefined: 'when_due', mail: 'when_due', rotate: 'rotate', replace: 'replace' } as const;

/**
 * `npm run keys`: seals anew what an older SECRET_KEY has sealed, and looks after the signing keys, as a job does every
 * hour; `-- rotate` gives them a successor now, `-- replace` forgets all of them after a leak. `-- mail` makes the key that
 * signs mails (DKIM), if there is none, looks whether DNS shows it, and says what DNS must show; `-- mail rotate` makes a
 * successor.
 */
await runToEnd(async (parts) => {
  const how = choices[String(process.argv[2]) as keyof typeof choices];
  const more = process.argv[3];
  if (!how || (more !== undefined && !(process.argv[2] === 'mail' && more === 'rotate')))
    throw new PlainError(
      'Say what to do: npm run keys, or npm run keys -- rotate, -- replace, -- mail or -- mail rotate',
    );

  const env = await openDatabase(parts, readCommandEnv());
  if (env.embedded) await migrate({ ...env, databaseUrl: env.databaseDirectUrl });

  const system = new pg.Pool({ connectionString: env.databaseSystemUrl, max: 1 });
  parts.defer(() => system.end());
  const { changed, resealed, lost } = await keepKeys(system, env.secretKeys, how);
  const lines = [
    changed
      ? 'The signing keys were changed; every process follows within a minute.'
      : 'The signing keys stay.',
    `${resealed} secrets were sealed anew.`,
    lost > 0
      ? `${lost} secrets open with none of the keys: add the one that sealed them.`
      : 'Of SECRET_KEY only the first key is needed from now on.',
  ];
  if (process.argv[2] === 'mail') {
    const domain = domainOf(env.mailFrom);
    await (more === 'rotate' ? rotateDkimKey : makeDkimKey)(system, env.secretKeys, domain);
    const keys = await followDns(system, env.secretKeys, domain, askNames());
    lines.push(
      '',
      `Keys that sign mails from ${domain}:`,
      ...keys.flatMap((key) => ['', ...linesOf(domain, key)]),
    );
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
});

/** A key in words, with what DNS must show for it. */
function linesOf(domain: string, key: DkimKey): string[] {
  const { name, value } = dkimRecord(domain, key);
  const day = (instant: string | null) => (instant ?? '').slice(0, 10);
  if (key.retired_at !== null)
    return [`Signs no more. Leave its TXT record until ${day(removableFrom(key))}, then remove it:`, name];
  const says =
    key.signs_since === null
      ? 'Signs as soon as DNS shows this TXT record; the application looks every hour, and this command at once:'
      : `Signs since ${day(key.signs_since)}. Leave its TXT record where it is:`;
  return [says, `${name}  ${value}`];
}
