import { openDatabase, readCommandEnv } from '../db/connection/open.ts';
import { runToEnd } from '../lifecycle.ts';
import { PlainError } from '../plain-error.ts';
import { removeOld } from './kept.ts';
import { requirePassphrase, runBackup } from './run.ts';

/**
 * `npm run backup -- <folder|s3://…>`: one consistent archive of rows, files and keys, while the application runs. The worker
 * runs it every night with `--nightly`: into BACKUP_TARGET, where old archives are removed afterwards.
 */
await runToEnd(async (parts) => {
  const wanted = readCommandEnv();
  const nightly = process.argv[2] === '--nightly';
  const target = nightly ? wanted.backupTarget : (process.argv[2] ?? wanted.backupTarget);
  if (!target || target.startsWith('-'))
    throw new PlainError('Say where the archive goes: npm run backup -- /srv/backups, or set BACKUP_TARGET.');
  requirePassphrase(wanted);
  const env = await openDatabase(parts, wanted);
  const stopping = new AbortController();
  const making = runBackup(env, target, stopping.signal);
  parts.defer(async () => {
    stopping.abort();
    await making.catch(() => {});
  });
  const { name, place, bytes, rows, head, sums } = await making;
  const lines = [
    `Backup made of ${head.made_at}, and kept as ${name} in ${place.says}:`,
    `  ${rows} rows of ${head.tables.length} tables, ${sums.files.count} files, ${(bytes / 1e6).toFixed(1)} MB`,
  ];
  if (nightly) {
    const removed = await removeOld(place, env.publicUrl, name);
    if (removed > 0) lines.push(`  ${removed} old archives removed`);
  }
  process.stdout.write(`\n${lines.join('\n')}\n\n`);
});
