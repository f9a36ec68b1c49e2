import { onTestFinished } from 'vitest';
import type { AppConfig } from '../src/lib/config.ts';

/** Tells the page facts of an installation until the end of the test, as the server does. */
export function configure(facts: Partial<AppConfig>): void {
  const meta = document.createElement('meta');
  meta.name = 'vpisnik-config';
  meta.content = JSON.stringify(facts);
  document.head.append(meta);
  onTestFinished(() => meta.remove());
}
