import { defineConfig } from '@playwright/test';
import { patience } from '../patience.ts';
import { compileCache } from '../server/test/compile-cache.ts';
import { findChromium } from './chromium.ts';
import { placeOf, workers } from './places.ts';

const chromium = findChromium();
// pages live for seconds: V8 optimises only what they run thousands of times
const rarelyOptimised = [
  '--no-turbofan',
  '--invocation-count-for-maglev=6000',
  '--invocation-count-for-maglev-with-delay=6000',
  '--invocation-count-for-maglev-osr=2000',
];

export default defineConfig({
  testDir: 'journeys',
  outputDir: '../test-results',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers,
  reporter: 'list',
  timeout: patience.test,
  expect: { timeout: patience.sign },
  use: {
    locale: 'sl-SI',
    // each journey sees every request of the app; `kept-app` allows it
    serviceWorkers: 'block',
    timezoneId: 'Europe/Ljubljana',
    launchOptions: { ...chromium, args: [...chromium.args, `--js-flags=${rarelyOptimised.join(',')}`] },
    actionTimeout: patience.sign,
    navigationTimeout: patience.page,
  },
  // they start one after another: the first one builds the web for all
  webServer: Array.from({ length: workers }, (_, index) => {
    const { address, port, mailboxPort, smtpPort, reportPort } = placeOf(index);
    return {
      name: `Demo ${index + 1}`,
      command: 'node app.ts',
      url: `${address}/readyz`,
      // on a busy machine the web alone takes minutes to build
      timeout: patience.tour,
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
