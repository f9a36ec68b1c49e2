import { connectOwner } from '../db/connection/connect-owner.ts';
import { openDatabase, readCommandEnv } from '../db/connection/open.ts';
import { migrate } from '../db/migrate.ts';
import { refuseHalfRestored } from '../db/restoring.ts';
import { openStorage } from '../files/storage.ts';
import { runToEnd } from '../lifecycle.ts';
import { PlainError } from '../plain-error.ts';
import { checkArchive } from './check.ts';
import { type Imported, importArchive } from './import.ts';
import { ZipReader } from './unzip.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run organization:import -- <archive>`: brings an organisation here from the archive that its administrator has made. */
await runToEnd(async (parts) => {
  const path = process.argv[2];
  if (!path || path.startsWith('-'))
    throw new PlainError('Say which archive: npm run organization:import -- arhiv-….zip');
  const zip = await ZipReader.open(path);
  parts.defer(() => zip.close());
  const env = await openDatabase(parts, readCommandEnv());
  if (env.embedded) await migrate({ ...env, databaseUrl: env.databaseDirectUrl });
  const client = await connectOwner(env.databaseDirectUrl);
  const checked = await refuseHalfRestored(client)
    .then(() => {
      say(`Reading ${path} …`);
      return checkArchive(zip, client);
    })
    .finally(() => client.end());
  const { name } = checked.head.organization;
  say(`It is whole: ${name}, as it was at ${checked.head.made_at}. Importing …`);
  const imported = await importArchive({ ...env, storage: openStorage(env) }, zip, checked);
  tell(name, imported);
});

function tell(name: string, imported: Imported): void {
  const { rows, files, people, left, label, formerLabel, isCopy, unsent } = imported;
  for (const [table, count] of rows)
    if (count > 0) say(`  ${table.padEnd(32)} ${String(count).padStart(9)} rows`);
  say(`  ${'uploaded files'.padEnd(32)} ${String(files).padStart(9)}`);
  const total = [...rows.values()].reduce((sum, count) => sum + count, 0);
  say(`\nImported: ${name}, ${total} rows, ${files} files.`);
  if (isCopy) say('It was here already: this one stands beside it, with ids of its own.');
  if (formerLabel) say(`Its address "${formerLabel}" is taken here; it is "${label}" now.`);
  else say(`Its address is "${label}".`);
  for (const { email } of people.added)
    say(`${email} has an account without a password, and sets one by "Forgot your password?".`);
  for (const { email } of people.matched) say(`${email} had an account here, and signs in with it.`);
  for (const { email } of people.left)
    say(`${email} belongs to another organisation or to the platform here, and is not on its staff.`);
  if (left > 0) say(`Rows left behind, of these people and of former addresses that others have: ${left}.`);
  if (unsent > 0) say(`Mails that waited and are not sent from here: ${unsent}.`);
  say(`
It is not active yet: nobody enters it, and nothing is sent. Look around as administrator of the platform
(Organisations, Act for it), then activate it there.
`);
}
