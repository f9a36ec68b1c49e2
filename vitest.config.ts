import { defineConfig } from 'vitest/config';
import { webProjects } from './web/test/projects.ts';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['{contract,server,mailbox,scripts}/**/*.test.ts'],
          globalSetup: 'server/test/global-setup.ts',
          // the machine may be busy; a test that hangs is still found soon enough
          testTimeout: 120_000,
          expect: { poll: { timeout: 15_000 } },
          hookTimeout: 300_000,
        },
      },
      ...webProjects,
    ],
  },
});
