import { join } from 'node:path';
import { type Mailbox, startMailbox } from '../mailbox/mailbox.ts';
import { openDatabase } from '../server/src/db/connection/open.ts';
import { migrate } from '../server/src/db/migrate.ts';
import { type Env, processVariables, readEnv } from '../server/src/env.ts';
import { startPart } from '../server/src/lifecycle.ts';
import { refuseTakenPorts } from '../server/src/ports.ts';
import { seedDemo } from '../server/src/seed/seed.ts';

/** Says on the terminal what takes a moment. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Configuration of the demo, once it is certain that its ports are free. */
export async function readDemoEnv(): Promise<Env> {
  const env = readEnv(processVariables(), 'demo');
  const host = '127.0.0.1';
  await refuseTakenPorts([
    { variable: 'PORT', port: env.port, host },
    ...(env.mailbox
      ? [
          { variable: 'MAILBOX_PORT', port: env.mailboxPort, host },
          { variable: 'MAILBOX_SMTP_PORT', port: env.mailboxSmtpPort, host },
        ]
      : []),
  ]);
  return env;
}

/** A migrated database with something in it: the embedded one, or the one that DATABASE_URL names. */
export async function startDatabase(parts: AsyncDisposableStack, wanted: Env): Promise<Env> {
  const env = await openDatabase(parts, wanted);
  await migrate({ ...env, databaseUrl: env.databaseDirectUrl });
  await seedDemo({ databaseUrl: env.databaseDirectUrl });
  return env;
}

/** The mailbox, unless SMTP_URL sends mail elsewhere. */
export async function startDemoMailbox(parts: AsyncDisposableStack, env: Env): Promise<Mailbox | undefined> {
  if (!env.mailbox) return undefined;
  const options = { port: env.mailboxPort, smtpPort: env.mailboxSmtpPort, dir: join(env.dataDir, 'mail') };
  return startPart(parts, startMailbox(options));
}
