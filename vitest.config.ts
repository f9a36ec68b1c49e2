import { availableParallelism } from 'node:os';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { patience } from './patience.ts';
import { compileCache } from './server/test/compile-cache.ts';
import { WaitingFirst } from './server/test/waiting-first.ts';
import { webProjects } from './web/test/projects.ts';

/** Files that replace a module by one that is watched, which every other file of their process would meet. */
const watching = ['server/src/identity/accounts/{enumeration,passwords}.test.ts'];

const server: TestProjectInlineConfiguration['test'] = {
  environment: 'node',
  globalSetup: 'server/test/global-setup.ts',
  // threads and processes that tests start inherit it
  env: compileCache,
  testTimeout: patience.test,
  expect: { poll: { timeout: patience.sign } },
  hookTimeout: patience.test,
};

export default defineConfig({
  test: {
    // files wait for the database and the browser: two at once keep two cores busy; one at once would even run the projects in turn
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        test: {
          ...server,
          name: 'server',
          include: ['{contract,server,mailbox,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'server/test/previous/**', ...watching],
          setupFiles: 'server/test/quick-passwords.ts',
          // loading the server costs more than most files of tests
          isolate: false,
        },
      },
      { test: { ...server, name: 'server-watched', include: watching } },
      // `scripts/test-previous.ts` says where the release before is
      ...(process.env.PREVIOUS
        ? [{ test: { ...server, name: 'previous', include: ['server/test/previous/*.test.ts'] } }]
        : []),
      ...webProjects,
    ],
  },
});
