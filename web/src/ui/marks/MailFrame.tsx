import { useEffect, useLayoutEffect, useRef } from 'react';
import { readNonce } from '../../lib/config.ts';
import { editedStyle, showEdited } from './edited-part.ts';

type MailFrameProps = {
  html: string;
  title: string;
  width: number | string;
  dark: boolean;
  /** The `data-part` that is tinted and in view, null for none yet; absent where nothing is edited. */
  part?: string | null;
};

/**
 * A mail as a mail program shows it: in a frame that runs nothing and leads nowhere. The page's policy holds in it, so its
 * style carries the page's nonce; the scheme is chosen by hand and not by the device.
 */
export function MailFrame({ html, title, width, dark, part }: MailFrameProps) {
  const isEdited = part !== undefined;
  const frame = useRef<HTMLIFrameElement>(null);
  const scrolled = useRef(0);
  const shown = (isEdited ? html.replace('</head>', `<style>${editedStyle}</style></head>`) : html)
    .replaceAll('<style', () => `<style nonce="${readNonce()}"`)
    .replaceAll('(prefers-color-scheme: dark)', dark ? 'all' : 'not all')
    .replaceAll('color-scheme: light dark', `color-scheme: ${dark ? 'dark' : 'light'}`);
  const content = () => (isEdited ? frame.current?.contentDocument : null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: before another mail takes its place
  useLayoutEffect(
    () => () => {
      scrolled.current = content()?.defaultView?.scrollY ?? 0;
    },
    [shown],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each part; a mail that loads shows it by itself
  useEffect(() => showEdited(content(), part, 'smooth'), [part]);
  const takeUp = () => {
    content()?.defaultView?.scrollTo({ top: scrolled.current, behavior: 'instant' });
    showEdited(content(), part, 'instant');
  };
  return (
    <iframe
      ref={frame}
      title={title}
      // what is edited is found in it from here; it still runs nothing
      sandbox={isEdited ? 'allow-same-origin' : ''}
      srcDoc={shown}
      onLoad={takeUp}
      style={{
        ...{ width, maxWidth: '100%', height: 'var(--mail-height, 640px)', border: 0 },
        colorScheme: dark ? 'dark' : 'light',
      }}
    />
  );
}
