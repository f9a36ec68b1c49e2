import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { readCommandEnv } from '../db/connection/open.ts';
import { runToEnd } from '../lifecycle.ts';
import { PlainError } from '../plain-error.ts';
import { findArchive } from './place.ts';
import { requirePassphrase } from './run.ts';
import { verifyArchive } from './verify.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** `npm run backup:verify -- <archive>`: restores an archive into a database that is thrown away, and looks at the result. */
await runToEnd(async (parts) => {
  const address = process.argv[2];
  if (!address) throw new PlainError('Say which archive: npm run backup:verify -- <path or s3:// address>');
  const env = readCommandEnv();
  const passphrase = requirePassphrase(env);
  if (!existsSync(new URL('../../../web/dist/staff/index.html', import.meta.url)))
    throw new PlainError('The web is not built yet; run npm run build.');
  await mkdir(env.dataDir, { recursive: true });
  const archive = await findArchive(parts, address, env);
  const { head, sums } = await verifyArchive(parts, env, archive, passphrase, say);
  const rows = Object.values(sums.tables).reduce((sum, table) => sum + table.rows, 0);
  say(`
Verified: ${rows} rows and ${sums.files.count} files, as they were at ${head.made_at}, are all there and as they were;
foreign keys hold, this release's migrations ran, and a public page is shown.`);
});
