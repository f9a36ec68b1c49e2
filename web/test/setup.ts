import '../src/ui/base.css';
import '@mantine/core/styles.layer.css';
import '../src/ui/fonts.css';
import '../src/ui/tokens.css';
import { afterEach, beforeEach, vi } from 'vitest';
import { dismissAll } from '../src/ui/notice/notify.ts';
import { complain, takeComplaints } from './complaints.ts';

beforeEach(() => {
  takeComplaints();
  vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => complain(args));
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(() => {
  vi.restoreAllMocks();
  dismissAll();
  const complaints = takeComplaints();
  if (complaints.length > 0) throw new Error(`console.error was called:\n${complaints.join('\n')}`);
});
