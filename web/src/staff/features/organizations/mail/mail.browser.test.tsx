import type { DnsRecord, MailDns, MailQueue } from '@vpisnik/contract/mail-queue';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { idOf } from '../../../../../test/fixtures/rows.ts';
import { picture, sessionOf } from '../../../../../test/render.tsx';
import type { Answers } from '../../../../../test/servers/fake-api.ts';

// fixed days: the fake API answers these days, and the page shows them

const none = { waiting: 0, held: 0, failed: 0 };
const session = sessionOf('ADMIN');
const queueOf = (fields: Partial<MailQueue>): MailQueue => ({
  ...{ counts: none, accounts: none, pauses: [], organizations: [], total: 0 },
  ...fields,
});

it('shows what waits by organisation and cause, ends a pause, and sends failed mails in several steps', async () => {
  const calls: unknown[] = [];
  const counts = { waiting: 3, held: 0, failed: 250 };
  let paused = true;
  const answers: Answers = {
    mail_queue: {
      list: ({ query }) =>
        queueOf({
          counts,
          accounts: { ...none, failed: 2 },
          total: 1,
          pauses: paused
            ? [
                {
                  domain: 'siol.net',
                  until: '2026-09-14T10:30:00.000000Z',
                  failures: 3,
                  said: '451 4.7.1 počakajte',
                },
              ]
            : [],
          organizations: [
            {
              ...{
                id: idOf(1),
                name: 'Plesna šola Zvezda',
                others: 0,
                oldest_at: '2026-09-14T08:00:00.000000Z',
              },
              ...(query?.view === 'failed'
                ? {
                    count: 250,
                    causes: [
                      {
                        ...{ reason: 'gave_up', domain: 'siol.net', count: 250, next_at: null },
                        said: '451 4.3.0 …',
                      },
                    ],
                  }
                : {
                    count: 3,
                    causes: [
                      {
                        reason: '',
                        domain: null,
                        count: 2,
                        said: '',
                        next_at: '2026-09-14T08:00:00.000000Z',
                      },
                      {
                        ...{ reason: 'server_unavailable', domain: 'siol.net', count: 1, said: '' },
                        next_at: '2026-09-14T10:30:00.000000Z',
                      },
                    ],
                  }),
            },
          ],
        }),
      resume: ({ body }) => {
        calls.push(body);
        paused = false;
        return undefined;
      },
      act: ({ params, body }) => {
        calls.push({ ...params, ...body });
        return body.after === null
          ? { done: 100, skipped: 0, after: idOf(100) }
          : { done: 147, skipped: 3, after: null };
      },
    },
  };
  await renderApp({
    path: '/organizations',
    session,
    answers: { ...answers, organizations: { list: () => ({ results: [], last_id: null }) } },
  });
  await page.getByRole('link', { name: 'Sporočila', exact: true }).click();
  await expect.element(page.getByText('siol.net: 1 sporočilo')).toBeVisible();
  await expect.element(page.getByText('čakajo na svojo vrsto, poslana še niso bila')).toBeVisible();
  await expect
    .element(page.getByText('Sporočila o računih (vstopi, gesla, povabila): 2 nista odšli.'))
    .toBeVisible();
  expect(page.getByRole('link', { name: 'Organizacije', exact: true }).element().ariaCurrent).toBe(null);
  await expectAccessible(document);
  await picture('mail-queue');
  await page.getByRole('button', { name: /^Poskusi zdaj ?, siol\.net$/ }).click();
  await expect.element(page.getByRole('heading', { name: 'Premori pri pošiljanju' })).not.toBeInTheDocument();

  await page.getByRole('link', { name: 'Niso prispela 250' }).click();
  await page.getByRole('button', { name: /^Pošlji znova/ }).click();
  const question = page.getByRole('dialog', { name: 'Pošljem 250 sporočil?' });
  await question.getByRole('button', { name: 'Pošlji' }).click();
  await expect.element(page.getByText(/^247 sporočil bo poslanih zdaj\. 3 so ostala/)).toBeVisible();
  const cause = { id: idOf(1), act: 'retry', view: 'failed', reason: 'gave_up', domain: 'siol.net' };
  expect(calls).toEqual([{ domain: 'siol.net' }, { ...cause, after: null }, { ...cause, after: idOf(100) }]);
});

it('shows what DNS says beside what it must say', async () => {
  const record: DnsRecord = {
    ...{ purpose: 'spf', type: 'TXT', name: 'vpisnik.test', wanted: 'v=spf1 ip4:192.0.2.10 -all' },
    ...{ found: ['v=spf1 ip4:192.0.2.11 -all'], verdict: 'wrong', key: null },
  };
  const dns: MailDns = {
    ...{ domain: 'vpisnik.test', signs: true, reports: false, senders: true, mailbox: null },
    records: [
      record,
      {
        ...{ purpose: 'dkim', type: 'TXT', name: 'a._domainkey.vpisnik.test', wanted: 'v=DKIM1; p=A' },
        ...{ found: [], verdict: 'missing' },
        key: { state: 'waiting', since: '2026-09-13T08:00:00.000Z', until: null },
      },
      { ...record, purpose: 'dmarc', name: '_dmarc.vpisnik.test', verdict: 'right', found: [record.wanted] },
    ],
  };
  let asked = 0;
  const away: MailDns = {
    ...dns,
    reports: true,
    mailbox: { host: 'imap.klub.test', read_at: '2026-09-13T08:00:00.000Z', fault: 'Invalid credentials' },
    records: dns.records.map((one) => ({ ...one, found: [], verdict: 'unknown' as const })),
  };
  const answers: Answers = { mail_queue: { dns: () => (asked++ === 0 ? dns : away) } };
  await renderApp({ path: '/organizations/dns', session, answers });
  await expect.element(page.getByText('v=spf1 ip4:192.0.2.11 -all')).toBeVisible();
  await expect.element(page.getByText('Manjka')).toBeVisible();
  await expect.element(page.getByText(/Nov ključ, narejen 13\. 9\. 2026/)).toBeVisible();
  await expect.element(page.getByText('npm run keys -- mail rotate')).toBeVisible();
  await expectAccessible(document);
  await picture('mail-dns');
  await page.getByRole('button', { name: 'Preveri znova' }).click();
  await expect.element(page.getByText(/Imenski strežniki niso odgovorili/)).toBeVisible();
  await expect.element(page.getByText('Manjka')).not.toBeInTheDocument();
  await expect
    .element(page.getByText(/na strežniku imap\.klub\.test\. Nazadnje prebran: 13\. 9\. 2026/))
    .toBeVisible();
  await expect.element(page.getByText('Trenutno ga ni mogoče prebrati: Invalid credentials')).toBeVisible();
  await picture('mail-dns-mailbox');
});
