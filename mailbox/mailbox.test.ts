import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterEach, expect, test } from 'vitest';
import { findFreePorts } from '../server/src/ports.ts';
import { type Mail, type Mailbox, startMailbox } from './mailbox.ts';

const dir = mkdtempSync(join(tmpdir(), 'vpisnik mail-'));
let mailbox: Mailbox | undefined;

afterEach(async () => {
  await mailbox?.stop();
  mailbox = undefined;
  rmSync(dir, { recursive: true, force: true });
});

async function start(folder = dir) {
  const [port = 0, smtpPort = 0] = await findFreePorts(2);
  mailbox = await startMailbox({ port, smtpPort, dir: folder });
  const transport = createTransport(`smtp://127.0.0.1:${smtpPort}`);
  const { url } = mailbox;
  return {
    ports: { port, smtpPort },
    send: (mail: SendMailOptions = letter) => transport.sendMail(mail),
    open: (path: string) => fetch(`${url}${path}`),
    mails: async () => (await (await fetch(`${url}/email`)).json()) as Mail[],
  };
}

const letter = { from: 'a@vpisnik.test', to: 'b@vpisnik.test', subject: 'Žiga 😀', text: 'Dobro jutro' };

const subjects = (mails: Mail[]) => mails.map(({ subject }) => subject);

function statusFor(port: number, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: '/email', headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject).end();
  });
}

test('lists a mail before its sender knows that it is taken', async () => {
  const { send, mails } = await start();
  await send({
    ...letter,
    from: { name: 'Plesna šola', address: 'a@vpisnik.test' },
    replyTo: { name: 'Šola', address: 'info@zvezda.test' },
    html: '<p>Dobro <b>jutro</b></p>',
    headers: { 'Content-Language': 'sl' },
    attachments: [{ filename: 'urnik.txt', content: 'torek' }],
  });
  expect(await mails()).toMatchObject([
    {
      subject: 'Žiga 😀',
      from: [{ name: 'Plesna šola', address: 'a@vpisnik.test' }],
      to: [{ name: '', address: 'b@vpisnik.test' }],
      replyTo: [{ name: 'Šola', address: 'info@zvezda.test' }],
      headers: { 'content-language': 'sl', 'message-id': expect.stringMatching(/^<.+@vpisnik\.test>$/) },
      text: expect.stringContaining('Dobro jutro'),
      html: expect.stringContaining('<p>Dobro <b>jutro</b></p>'),
      attachments: [{ filename: 'urnik.txt', type: 'text/plain', bytes: 5 }],
    },
  ]);
});

test('keeps mails in their order over a restart, and leaves signals to the application', async () => {
  const listeners = process.listenerCount('SIGTERM');
  const first = await start();
  expect(process.listenerCount('SIGTERM')).toBe(listeners);
  await first.send();
  await first.send({ ...letter, subject: 'Drugo' });
  const before = await first.mails();
  await mailbox?.stop();
  const again = await start();
  const after = await again.mails();
  expect(after.map(({ id, subject }) => [id, subject])).toEqual(
    before.map(({ id, subject }) => [id, subject]),
  );
  expect(subjects(after)).toEqual(['Žiga 😀', 'Drugo']);
});

test('takes no mail that it cannot keep, and goes on', async () => {
  const inside = join(dir, 'inside');
  const { send, mails } = await start(inside);
  const full = expect.objectContaining({ responseCode: 452 });
  // the folder is gone, as on a disk that is
  rmSync(inside, { recursive: true });
  await expect(send()).rejects.toEqual(full);
  mkdirSync(inside);
  if (existsSync('/dev/full')) {
    // a device that takes no byte; only Linux has one
    symlinkSync('/dev/full', join(inside, 'incoming'));
    await expect(send()).rejects.toEqual(full);
    expect(readdirSync(inside)).toEqual([]);
  }
  expect(await mails()).toEqual([]);
  await send();
  expect(subjects(await mails())).toEqual(['Žiga 😀']);
});

test('shows data that is no mail as it came', async () => {
  mkdirSync(dir);
  const nested = Array.from(
    { length: 300 },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
  );
  writeFileSync(join(dir, 'broken.eml'), nested.join(''));
  const { mails, open } = await start();
  expect(await mails()).toMatchObject([{ id: 'broken', subject: '', text: expect.stringContaining('b299') }]);
  expect((await open('/mails/broken')).status).toBe(200);
});

test('shows a mail on a page on which nothing of it runs', async () => {
  const { send, mails, open } = await start();
  const script = '<script>alert(1)</script>';
  await send({
    ...letter,
    subject: script,
    text: script,
    html: `<html><head><title>x</title></head><body>${script}<a href="https://vpisnik.test/">Odpri</a></body></html>`,
    attachments: [{ filename: '"><b>.html', content: script, contentType: 'text/html' }],
  });
  const [mail] = await mails();
  const page = await open(`/mails/${mail?.id}`);
  const shown = await page.text();
  expect(shown).not.toContain(script);
  expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(shown).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  expect(await (await open('/')).text()).not.toContain(script);

  const html = await open(`/mails/${mail?.id}/html`);
  expect(html.headers.get('content-security-policy')).toMatch(
    /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
  );
  // a link does not open inside the frame
  expect(await html.text()).toContain('<head><base target="_blank">');

  const attachment = await open(`/mails/${mail?.id}/attachments/0`);
  expect([attachment.headers.get('content-disposition'), await attachment.text()]).toEqual([
    'attachment',
    script,
  ]);
  const source = await open(`/mails/${mail?.id}/source`);
  expect(source.headers.get('content-type')).toContain('text/plain');
  for (const path of ['/mails/none', `/mails/${mail?.id}/attachments/1`, '/mails/..%2f..%2fx', '//x'])
    expect([path, (await open(path)).status]).toEqual([path, 404]);
});

test('shows headers in readable words', async () => {
  const { send, mails, open } = await start();
  await send({ ...letter, from: { name: 'Plesna šola Žar', address: 'a@vpisnik.test' } });
  const [mail] = await mails();
  const shown = await (await open(`/mails/${mail?.id}`)).text();
  expect(shown).toContain('<dd>Žiga 😀</dd>');
  expect(shown).toContain('<dd>Plesna šola Žar &lt;a@vpisnik.test&gt;</dd>');
  expect(shown).not.toContain('=?');
});

test('tells an open list of the next mail', async () => {
  const { send, open } = await start();
  const changes = (await open('/changes')).body?.getReader();
  await send();
  const { value } = (await changes?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toBe('data: changed\n\n');
});

test("refuses another site's page, also one whose name leads here", async () => {
  const { port } = (await start()).ports;
  expect(await statusFor(port, { host: `localhost:${port}` })).toBe(200);
  expect(await statusFor(port, { host: `localhost:${port}`, origin: 'https://evil.example' })).toBe(403);
  expect(await statusFor(port, { host: `localhost:${port}`, origin: 'null' })).toBe(403);
  expect(await statusFor(port, { host: `evil.example:${port}` })).toBe(403);
});

test.each(['port', 'smtpPort'] as const)('a taken %s rejects, and the other is free again', async (which) => {
  const [port = 0, smtpPort = 0] = await findFreePorts(2);
  const ports = { port, smtpPort };
  const blocker = createServer();
  await new Promise<void>((done) => blocker.listen(ports[which], '127.0.0.1', done));
  await expect(startMailbox({ ...ports, dir })).rejects.toThrow('EADDRINUSE');
  await new Promise((done) => blocker.close(done));
  mailbox = await startMailbox({ ...ports, dir });
});
