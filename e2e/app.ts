import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The demo in a place of its own: its data is what the journeys expect, and its mails leave at once. */
const dataDir = mkdtempSync(join(tmpdir(), 'vpisnik-e2e-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
for (const name of ['DATABASE_URL', 'SMTP_URL', 'PUBLIC_URL', 'HOST']) delete process.env[name];
Object.assign(process.env, { DATA_DIR: dataDir, MAIL_DELAY_SECONDS: '0' });
await import('../scripts/demo.ts');
