import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import type { TestProjectInlineConfiguration } from 'vitest/config';
import { clockOffset, findChromium } from '../../e2e/chromium.ts';
import { patience } from '../../patience.ts';
import { contractCalls } from '../contract-calls.ts';

/** Directory for screenshots; none are taken when empty. */
const screenshots = process.env.SCREENSHOTS ?? '';

declare module 'vitest' {
  export interface ProvidedContext {
    screenshots: string;
    /** Milliseconds by which the clock of the run is moved. */
    clockOffset: number;
  }
}

const root = join(import.meta.dirname, '..');

/** Pure functions run in Node (`*.test.ts`), components in a real browser (`*.browser.test.tsx`). */
export const webProjects: TestProjectInlineConfiguration[] = [
  {
    root,
    plugins: [contractCalls],
    test: {
      name: 'web-unit',
      environment: 'node',
      include: ['{src,test}/**/*.test.ts'],
      isolate: false,
      testTimeout: patience.test,
    },
  },
  {
    root,
    plugins: [react(), contractCalls],
    // what is not there is no page: else a frame of the server's preview would load the whole staff app again
    appType: 'mpa',
    server: { fs: { allow: ['..', ...(screenshots ? [screenshots] : [])] } },
    // Named beforehand, or the first test that meets a new one would reload the page under the others.
    optimizeDeps: {
      include: [
        '@mantine/core',
        '@mantine/hooks',
        '@tabler/icons-react',
        '@tanstack/react-query',
        '@tanstack/react-router',
        'axe-core',
        'get-nonce',
        'oauth4webapi',
        'react',
        'react-dom',
        'react-dom/client',
        'react-dom/server',
        'react/jsx-dev-runtime',
        'react/jsx-runtime',
        'vitest-browser-react',
        'zod',
      ],
    },
    test: {
      name: 'web-browser',
      include: ['{src,test}/**/*.browser.test.tsx'],
      // loading the staff app costs more than most files of tests
      isolate: false,
      setupFiles: ['clock.ts', 'devtools.ts', 'undrawn.ts', 'lasting-messages.ts', 'setup.ts'].map((name) =>
        join(import.meta.dirname, name),
      ),
      provide: { screenshots, clockOffset },
      testTimeout: patience.test,
      expect: { poll: { timeout: patience.sign } },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        // the set-up file writes the page down, once a test has failed
        locators: { errorFormat: 'html' },
        viewport: { width: 1440, height: 900 },
        provider: playwright({
          launchOptions: findChromium(),
          contextOptions: { locale: 'sl-SI', timezoneId: 'Europe/Ljubljana', reducedMotion: 'reduce' },
        }),
        instances: [{ browser: 'chromium', name: 'web-browser' }],
      },
    },
  },
];
