import { runUntilStopped, startPart } from '../server/src/lifecycle.ts';
import { demoAccounts, demoPassword } from '../server/src/seed/seed.ts';
import { startApplication } from '../server/src/start.ts';
import { readDemoEnv, say, startDatabase, startDemoMailbox } from './demo-parts.ts';
import { buildWeb, isWebOutdated } from './web-build.ts';

const began = performance.now();

await runUntilStopped(async (parts) => {
  const wanted = await readDemoEnv();
  say('Starting Vpisnik …');
  const building = new AbortController();
  parts.defer(() => building.abort());
  const outdated = isWebOutdated();
  if (outdated) say('Building the web, as its sources are new …');
  const [env] = await Promise.all([
    startDatabase(parts, wanted),
    outdated ? buildWeb(building.signal) : undefined,
  ]);
  const mailbox = await startDemoMailbox(parts, env);
  await startPart(parts, startApplication(env));

  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const widest = Math.max(...demoAccounts.map(({ email }) => email.length));
  say(`
  Vpisnik is ready (${seconds} s). Ctrl-C stops it; the data stays in ${env.dataDir}

    Application   ${env.publicUrl}
    Mailbox       ${mailbox?.url ?? 'none; SMTP_URL sends mail elsewhere'}
    API           ${env.publicUrl}/api/docs

  Sign in with the password  ${demoPassword}

${demoAccounts.map(({ email, says }) => `    ${email.padEnd(widest)}   ${says}`).join('\n')}
`);
});
