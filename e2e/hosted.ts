import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../server/test/compile-cache.ts';
import { clientId, clientSecret, startExternalProvider } from '../server/test/outside/external-provider.ts';
import { here } from './places.ts';

/** The application with a hosted provider behind its sign-in; its mails go to the mailbox of the other journeys. */
export type Hosted = {
  address: string;
  issuer: string;
  /** Sets the person who signs in at the provider next; with `{}` the provider answers "cancelled". */
  meet: Awaited<ReturnType<typeof startExternalProvider>>['meet'];
  stop(): Promise<void>;
};

/** Starts both on the ports after those of the other journeys. */
export async function startHosted(): Promise<Hosted> {
  const { hostedPort, providerPort, smtpPort } = here();
  const address = `http://localhost:${hostedPort}`;
  const issuer = `http://127.0.0.1:${providerPort}`;
  const variables = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    SMTP_URL: `smtp://localhost:${smtpPort}`,
    MAIL_FROM: 'vpisnik@localhost.test',
  };
  const app = spawn('node', ['app.ts'], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: {
      ...process.env,
      ...compileCache,
      PORT: String(hostedPort),
      E2E_VARIABLES: JSON.stringify(variables),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const provider = await startExternalProvider(providerPort, address);
  await ready(app, `${address}/readyz`);
  return {
    address,
    issuer,
    meet: provider.meet,
    async stop() {
      await provider.stop();
      const gone = once(app, 'exit');
      app.kill();
      await gone;
    },
  };
}

/** Waits until an address answers, or until the process that should has ended. */
async function ready(app: ChildProcess, url: string): Promise<void> {
  while (app.exitCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The application ended with ${app.exitCode}`);
}
