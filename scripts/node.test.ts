import { expect, test } from 'vitest';

test("npm's scripts run the Node of the lockfile, whatever the machine's own is", () => {
  expect(process.versions.node.split('.')[0]).toBe('26');
});
