import pg from 'pg';
import { migrate } from '../../db/migrate.ts';
import { openDatabase, readCommandEnv } from '../../db/open.ts';
import { runUntilStopped } from '../../lifecycle.ts';
import { domainOf } from '../../mail/transport.ts';
import { PlainError } from '../../plain-error.ts';
import { dkimRecord, makeDkimKey } from './dkim-keys.ts';
import { keepKeys } from './key-keeping.ts';

const choices = { undefined: 'when_due', mail: 'when_due', rotate: 'rotate', replace: 'replace' } as const;

/**
 * `npm run keys`: seals anew what an older SECRET_KEY has sealed, and looks after the signing keys, as a job does every
 * hour; `-- rotate` gives them a successor now, `-- replace` forgets all of them after a leak. `-- mail` makes the key that
 * signs mails (DKIM), if there is none, and says what DNS must show.
 */
await runUntilStopped(async (parts) => {
  const how = choices[String(process.argv[2]) as keyof typeof choices];
  if (!how)
    throw new PlainError('Say what to do: npm run keys, or npm run keys -- rotate, -- replace or -- mail');

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
    const { name, value } = dkimRecord(await makeDkimKey(system, env.secretKeys, domain));
    lines.push(
      `Mails from ${domain} are signed when the application starts next. Before that, DNS must have a TXT record:`,
      `${name}  ${value}`,
    );
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
  await parts.disposeAsync();
});
