import { decodeWords } from 'postal-mime';
import type { Mail, MailAddress } from './mail.ts';

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
  h1 { font-size: 1.5rem; overflow-wrap: anywhere; }
  h2 { font-size: 1.1rem; margin-top: 2rem; }
  ol { list-style: none; padding: 0; }
  li { border-top: 1px solid color-mix(in srgb, currentcolor 25%, transparent); padding: 0.75rem 0; }
  li a { font-weight: 600; overflow-wrap: anywhere; }
  .facts { display: block; overflow-wrap: anywhere; }
  iframe { width: 100%; height: 70vh; border: 1px solid; background: white; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: 0.25rem 1rem; }
  dt { font-weight: 600; }
  dd { margin: 0; overflow-wrap: anywhere; }
`;

/** All mails, newest first as given; the page loads anew when another arrives. */
export function listPage(mails: readonly Mail[], nonce: string): string {
  const items = mails.map(
    (mail) => `<li><a href="/mails/${mail.id}">${escaped(titleOf(mail))}</a>
      <span class="facts">to ${written(mail.to)} · from ${written(mail.from)} · ${timeOf(mail)}</span></li>`,
  );
  const script = `new EventSource('/changes').onmessage = () => location.reload()`;
  return layout(
    'Mailbox',
    `<h1>Mailbox</h1>
    ${items.length > 0 ? `<ol>${items.join('')}</ol>` : '<p>No mail yet.</p>'}
    <script nonce="${nonce}">${script}</script>`,
    nonce,
  );
}

/** One mail: its HTML in a frame that runs nothing, its text, attachments and headers in readable words. */
export function mailPage(mail: Mail, nonce: string): string {
  const title = escaped(titleOf(mail));
  const attachments = mail.attachments.map(
    ({ filename, type, bytes }, place) =>
      `<li><a href="/mails/${mail.id}/attachments/${place}" download="${escaped(filename)}">${escaped(filename || type)}</a>
      <span class="facts">${escaped(type)}, ${bytes} bytes</span></li>`,
  );
  const headers = Object.entries(mail.headers).map(
    ([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(decodeWords(value))}</dd>`,
  );
  const part = (heading: string, content: string) => (content ? `<h2>${heading}</h2>${content}` : '');
  return layout(
    title,
    `<p><a href="/">All mails</a></p><h1>${title}</h1>
    <p class="facts">to ${written(mail.to)} · from ${written(mail.from)} · ${timeOf(mail)}</p>
    ${part('HTML', mail.html && `<iframe title="HTML of the mail" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mails/${mail.id}/html"></iframe>`)}
    ${part('Text', mail.text && `<pre>${escaped(mail.text)}</pre>`)}
    ${part('Attachments', attachments.length > 0 ? `<ol>${attachments.join('')}</ol>` : '')}
    ${part('Headers', `<dl>${headers.join('')}</dl>`)}
    <p><a href="/mails/${mail.id}/source">Source</a></p>`,
    nonce,
  );
}

/** The HTML of a mail whose links leave the frame. */
export function framed(html: string): string {
  const base = '<base target="_blank">';
  const head = html.indexOf('<head>');
  return head < 0 ? `${base}${html}` : `${html.slice(0, head + 6)}${base}${html.slice(head + 6)}`;
}

const layout = (title: string, content: string, nonce: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><link rel="icon" href="data:,"><style nonce="${nonce}">${style}</style></head>
<body><main>${content}</main></body></html>`;

const titleOf = ({ subject }: Mail) => subject || '(no subject)';
const timeOf = ({ received }: Mail) => received.slice(0, 19).replace('T', ' ');
const written = (addresses: readonly MailAddress[]) =>
  escaped(addresses.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(', '));
const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
