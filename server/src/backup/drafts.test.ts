import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { until } from '../../test/until.ts';
import { openDraftFolder } from './drafts.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test('a folder that is in use for days is not taken for that of a killed process', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vpisnik-drafts-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const [first, second] = [new AsyncDisposableStack(), new AsyncDisposableStack()];
  const used = await openDraftFolder(first, dataDir, 'verify');
  const begun = Date.now();
  // one renewal: of many at once, an early one may be written last
  vi.setSystemTime(begun + 2 * DAY);
  vi.advanceTimersByTime(HOUR);
  await until(() => expect(statSync(used).mtimeMs).toBeGreaterThan(begun + DAY));
  await openDraftFolder(second, dataDir, 'verify');
  expect(existsSync(used)).toBe(true);
  await first.disposeAsync();
  expect(existsSync(used)).toBe(false);
  await second.disposeAsync();
});
