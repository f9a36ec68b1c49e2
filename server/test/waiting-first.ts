import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const root = join(import.meta.dirname, '../..');

/** Files that wait most of their time, for processes that are killed and for connections that time out; the longest first. */
const waiting = [
  'server/test/processes/faults.test.ts',
  'server/src/db/embedded/embedded.test.ts',
  'server/src/db/embedded/keep.test.ts',
  'server/src/features/bulk-jobs/killed.test.ts',
];

/**
 * Begins with the files that wait: they cost nothing while other lanes have work for the processor, and at the end of a run
 * would leave it idle. A machine that never ran the tests knows only the files' sizes, by which these would be among the last.
 */
export class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lost = waiting.find((path) => !existsSync(join(root, path)));
    if (lost) throw new Error(`There is no ${lost}: say in waiting-first.ts what it is called now`);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = waiting.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at < 0 ? waiting.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
