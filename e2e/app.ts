import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '../server/src/env-rules.ts';
import { scratchDir } from '../server/test/scratch-dir.ts';

/**
 * The demo in a place of its own: its data is what the journeys expect, its mails leave at once, and passwords cost
 * little. `E2E_VARIABLES` are further ones, in JSON.
 */
const dataDir = mkdtempSync(join(scratchDir(), 'vpisnik-e2e-'));
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));

// blank rather than deleted, so that a developer's .env does not come in for them
const ports = ['PORT', 'MAILBOX_PORT', 'MAILBOX_SMTP_PORT', 'MAIL_BOUNCES_PORT'];
for (const name of Object.keys(rules)) if (!ports.includes(name)) process.env[name] = '';
const more: Record<string, string> = JSON.parse(process.env.E2E_VARIABLES ?? '{}');
Object.assign(
  process.env,
  { DATA_DIR: dataDir, MAIL_DELAY_SECONDS: '0', MAIL_BOUNCES: 'odboji@vpisnik.test' },
  more,
);
await import('../server/test/quick-passwords.ts');
await import('../scripts/demo.ts');
