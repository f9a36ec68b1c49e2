import { readNonce } from '../../lib/config.ts';

type MailFrameProps = { html: string; title: string; width: number | string; dark: boolean };

/**
 * A mail as a mail program shows it: in a frame that runs nothing and leads nowhere. The page's policy holds in it, so its
 * style carries the page's nonce; the scheme is chosen by hand and not by the device.
 */
export function MailFrame({ html, title, width, dark }: MailFrameProps) {
  const shown = html
    .replaceAll('<style', () => `<style nonce="${readNonce()}"`)
    .replaceAll('(prefers-color-scheme: dark)', dark ? 'all' : 'not all')
    .replaceAll('color-scheme: light dark', `color-scheme: ${dark ? 'dark' : 'light'}`);
  return (
    <iframe
      title={title}
      sandbox=""
      srcDoc={shown}
      style={{ width, maxWidth: '100%', height: 640, border: 0, colorScheme: dark ? 'dark' : 'light' }}
    />
  );
}
