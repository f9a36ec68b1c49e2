import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Mail, readAttachment } from './mail.ts';
import { framed, listPage, mailPage } from './pages.ts';
import type { MailStore } from './store.ts';

type Web = {
  answer: RequestListener;
  /** Lets open lists load anew. */
  tellOfChange(): void;
};

/** The pages of the mailbox, and its mails as JSON. Other sites' pages can't read them: their links open accounts. */
export function createWeb(store: MailStore): Web {
  const watching = new Set<ServerResponse>();

  const answer: RequestListener = (request, response) => {
    if (!isLocal(request)) return send(response, 403, 'text/plain', 'Open the mailbox at its own address.');
    reply(request, response).catch(() => send(response, 500, 'text/plain', 'The mail can’t be read.'));
  };

  async function reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0] ?? '/';
    const nonce = randomUUID();
    const page = (html: string) => {
      const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-src 'self'; img-src data:`;
      send(response, 200, 'text/html', html, policy);
    };
    if (path === '/') return page(listPage(store.mails.toReversed(), nonce));
    if (path === '/email') return send(response, 200, 'application/json', JSON.stringify(store.mails));
    if (path === '/changes') return watch(response);
    const [, id, part, place] =
      /^\/mails\/([\w-]+)(?:\/(html|source|attachments\/(\d{1,3})))?$/.exec(path) ?? [];
    const mail = store.mails.find((one) => one.id === id);
    if (!mail) return send(response, 404, 'text/plain', 'There is no such mail.');
    if (part === undefined) return page(mailPage(mail, nonce));
    if (part === 'html') return frame(response, mail);
    const source = await store.source(mail);
    if (place === undefined) return send(response, 200, 'text/plain', source);
    const attached = await readAttachment(source, Number(place));
    if (!attached) return send(response, 404, 'text/plain', 'There is no such attachment.');
    // never opened in the browser: what a mail brings along is not of this site
    response.setHeader('content-disposition', 'attachment');
    return send(response, 200, attached.type, attached.content);
  }

  function watch(response: ServerResponse): void {
    watching.add(response);
    response.on('close', () => watching.delete(response));
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.flushHeaders();
  }

  return {
    answer,
    tellOfChange() {
      for (const response of watching) response.write('data: changed\n\n');
    },
  };
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Buffer,
  policy = "default-src 'none'",
): void {
  const isText = type.startsWith('text/') || type === 'application/json';
  response
    .writeHead(status, {
      'content-type': isText ? `${type}; charset=utf-8` : type,
      'content-security-policy': `${policy}; frame-ancestors 'self'; base-uri 'none'; form-action 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .end(body);
}

/** The HTML of a mail as a mail program shows it: pictures and styles, no script; links open a page of their own. */
function frame(response: ServerResponse, { html }: Mail): void {
  const policy =
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data: http: https:; style-src 'unsafe-inline'";
  send(response, 200, 'text/html', framed(html), policy);
}

function isLocal({ headers }: IncomingMessage): boolean {
  const own = `http://${headers.host}`;
  if (!URL.canParse(own) || !['localhost', '127.0.0.1'].includes(new URL(own).hostname)) return false;
  return headers.origin === undefined || headers.origin === own;
}
