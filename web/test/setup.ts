import '../src/ui/base.css';
import '@mantine/core/styles.layer.css';
import '../src/ui/fonts.css';
import '../src/ui/tokens.css';
import '../src/staff/color-schemes.css';
import { afterEach, beforeEach, vi } from 'vitest';
import { utils } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { bulkStore } from '../src/staff/features/participants/bulk/store.ts';
import { dismissAll } from '../src/ui/notice/notify.ts';
import { beginTest, complain, takeComplaints, takeMisfits } from './complaints.ts';

/** Characters of the page that the error of a failed test shows. */
const maxLength = 7000;

// a locator that finds nothing yet is asked again and again, and would write the whole page into each of its errors
utils.configurePrettyDOM({ maxLength: 0 });

// here and not in the modules that need it: files share those, whose hooks would be the first file's alone
beforeEach(async () => {
  await cleanup();
  // when the last test's page is gone, whose answers may have come after its end
  dismissAll();
  bulkStore.clear();
  beginTest();
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => complain(args));
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(({ task }) => {
  const error = task.result?.errors?.at(-1);
  if (error) error.message += `\n\n${utils.prettyDOM(document.body, maxLength)}`;
  vi.restoreAllMocks();
  vi.useRealTimers();
  const complaints = takeComplaints();
  const misfits = takeMisfits();
  if (misfits.length > 0) throw new Error(misfits.join('\n\n'));
  if (complaints.length > 0) throw new Error(`console.error was called:\n${complaints.join('\n')}`);
});
