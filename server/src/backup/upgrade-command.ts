import { readCommandEnv } from '../db/connection/open.ts';
import { runToEnd } from '../lifecycle.ts';
import { PlainError } from '../plain-error.ts';
import { upgradeDatabase } from './upgrade.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/**
 * `npm run db:upgrade -- <folder of the release before>`: takes the embedded database to the PostgreSQL of this release. Stop the
 * application first.
 */
await runToEnd(async (parts) => {
  const previous = process.argv[2];
  const env = readCommandEnv();
  if (!env.embedded) throw new PlainError('Only the embedded database is upgraded by this command.');
  if (!previous)
    throw new PlainError(
      'Say where the release that ran until now is, with its node_modules: npm run db:upgrade -- /srv/vpisnik-before',
    );
  const kept = await upgradeDatabase(parts, env, previous, say);
  say(`\nUpgraded. The database of before is kept in ${kept}; remove it when all is well.\n`);
});
