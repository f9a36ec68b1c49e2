import { defineConfig } from '@playwright/test';
import { compileCache } from '../server/test/compile-cache.ts';
import { findChromium } from './chromium.ts';
import { placeOf, workers } from './places.ts';

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers,
  reporter: 'list',
  timeout: 120_000,
  // the machine may be busy; a page that never says so is still found soon enough
  expect: { timeout: 20_000 },
  use: {
    locale: 'sl-SI',
    // each journey sees every request of the app; `kept-app` allows it
    serviceWorkers: 'block',
    timezoneId: 'Europe/Ljubljana',
    launchOptions: findChromium(),
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
  },
  // they start one after another: the first one builds the web for all
  webServer: Array.from({ length: workers }, (_, index) => {
    const { address, port, mailboxPort, smtpPort, reportPort } = placeOf(index);
    return {
      name: `Demo ${index + 1}`,
      command: 'node app.ts',
      url: `${address}/readyz`,
      // on a busy machine the web alone takes minutes to build
      timeout: 600_000,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
      stdout: 'pipe',
      env: {
        PORT: String(port),
        MAILBOX_PORT: String(mailboxPort),
        MAILBOX_SMTP_PORT: String(smtpPort),
        MAIL_BOUNCES_PORT: String(reportPort),
        ...compileCache,
      },
    };
  }),
});
