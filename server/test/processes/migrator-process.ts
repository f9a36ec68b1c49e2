import { asMigrator } from '../../src/db/migrate.ts';
import { runMigrations } from '../../src/db/migrating/steps.ts';

// runs the migrations of a folder, so that a test can kill it in the middle of a step
const [, , databaseUrl = '', folder = ''] = process.argv;
const say = (line: string) => process.send?.(line);
await asMigrator(databaseUrl, say, (client) => runMigrations(client, say, { folder }));
process.disconnect?.();
