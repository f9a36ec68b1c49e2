import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

/** Shows the page in few colours of the system, as for people who need high contrast, until the test ends. */
export async function forceColors(): Promise<void> {
  const session = cdp();
  const show = (value: 'active' | 'none') =>
    session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
  await show('active');
  onTestFinished(() => show('none').then(() => undefined));
}
