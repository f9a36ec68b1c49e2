import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, expect, test } from 'vitest';
import { until } from '../../test/until.ts';
import { findFreePorts } from '../ports.ts';
import { type Mailbox, startMailbox } from './mailbox.ts';

const dir = mkdtempSync(join(tmpdir(), 'vpisnik mail-'));
let mailbox: Mailbox | undefined;

afterEach(async () => {
  await mailbox?.stop();
  mailbox = undefined;
  rmSync(dir, { recursive: true, force: true });
});

async function subjects(url: string): Promise<string[]> {
  const mails = (await (await fetch(`${url}/email`)).json()) as { subject: string }[];
  return mails.map(({ subject }) => subject);
}

function statusFor(port: number, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: '/email', headers, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.once('error', reject).end();
  });
}

test('keeps mails over a restart, and leaves signals to the application', async () => {
  const [port = 0, smtpPort = 0] = await findFreePorts(2);
  const listeners = process.listenerCount('SIGTERM');
  mailbox = await startMailbox({ port, smtpPort, dir });
  expect(process.listenerCount('SIGTERM')).toBe(listeners);
  const { url } = mailbox;
  const transport = createTransport(`smtp://127.0.0.1:${smtpPort}`);
  await transport.sendMail(letter);
  await until(async () => expect(await subjects(url)).toEqual(['Žiga 😀']));
  await mailbox.stop();
  mailbox = await startMailbox({ port, smtpPort, dir });
  await until(async () => expect(await subjects(url)).toEqual(['Žiga 😀']));
});

const letter = { from: 'a@vpisnik.test', to: 'b@vpisnik.test', subject: 'Žiga 😀', text: 'Dobro jutro' };

test('takes no mail that it cannot keep, and goes on', async () => {
  const [port = 0, smtpPort = 0] = await findFreePorts(2);
  const inside = join(dir, 'inside');
  mailbox = await startMailbox({ port, smtpPort, dir: inside });
  const transport = createTransport(`smtp://127.0.0.1:${smtpPort}`);
  const full = expect.objectContaining({ responseCode: 452 });
  // the directory is gone, as on a disk that is
  rmSync(inside, { recursive: true });
  await expect(transport.sendMail(letter)).rejects.toEqual(full);
  mkdirSync(inside);
  if (existsSync('/dev/full')) {
    // a device that takes no byte; only Linux has one
    const ids = createRequire(import.meta.url)('maildev/lib/utils') as { makeId(): string };
    const { makeId } = ids;
    ids.makeId = () => 'full';
    symlinkSync('/dev/full', join(inside, 'full.eml'));
    await expect(transport.sendMail(letter)).rejects.toEqual(full);
    ids.makeId = makeId;
    await until(async () => expect(await subjects(mailbox?.url ?? '')).toEqual([]));
  }
  await transport.sendMail(letter);
  await until(async () => expect(await subjects(mailbox?.url ?? '')).toEqual(['Žiga 😀']));
});

test("refuses another site's page, also one whose name leads here", async () => {
  const [port = 0, smtpPort = 0] = await findFreePorts(2);
  mailbox = await startMailbox({ port, smtpPort, dir });
  expect(await statusFor(port, { host: `localhost:${port}` })).toBe(200);
  expect(await statusFor(port, { host: `localhost:${port}`, origin: 'https://evil.example' })).toBe(403);
  expect(await statusFor(port, { host: `localhost:${port}`, origin: 'null' })).toBe(403);
  expect(await statusFor(port, { host: `evil.example:${port}` })).toBe(403);
});

test.each(['port', 'smtpPort'] as const)('a taken %s rejects', async (which) => {
  const [port = 0, smtpPort = 0] = await findFreePorts(2);
  const ports = { port, smtpPort };
  const blocker = createServer();
  await new Promise<void>((done) => blocker.listen(ports[which], '127.0.0.1', done));
  await expect(startMailbox({ ...ports, dir })).rejects.toThrow('EADDRINUSE');
  await new Promise((done) => blocker.close(done));
});
