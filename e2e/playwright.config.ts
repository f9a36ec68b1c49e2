import { defineConfig } from '@playwright/test';
import { findChromium } from './chromium.ts';

const port = Number(process.env.E2E_PORT ?? 4310);
const address = `http://localhost:${port}`;

/** Where the journeys read the mails. */
process.env.E2E_MAILBOX = `http://localhost:${port + 1}`;

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 1,
  reporter: 'list',
  timeout: 120_000,
  // the machine may be busy; a page that never says so is still found soon enough
  expect: { timeout: 20_000 },
  use: {
    baseURL: address,
    locale: 'sl-SI',
    timezoneId: 'Europe/Ljubljana',
    launchOptions: findChromium(),
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    trace: 'retain-on-failure',
  },
  webServer: {
    command: 'node app.ts',
    url: `${address}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'pipe',
    env: { PORT: String(port), MAILBOX_PORT: String(port + 1), MAILBOX_SMTP_PORT: String(port + 2) },
  },
});
