import type { OutgoingMail } from '@vpisnik/contract/mails';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../../../test/app.tsx';
import { expectAccessible } from '../../../../../test/axe.ts';
import { mailOf, participantOf } from '../../../../../test/fixtures/participants.ts';
import { idOf, listOf } from '../../../../../test/fixtures/rows.ts';
import { type Answers, Refusal } from '../../../../../test/servers/fake-api.ts';
import { participantServer } from '../../../../../test/servers/participant-server.ts';

const outgoingOf = (fields: Partial<OutgoingMail>): OutgoingMail => ({
  ...mailOf({ sent_at: null, state: 'queued' }),
  participant_id: idOf(101),
  participant_name: 'Špela Žnidaršič',
  group_id: idOf(1),
  group_name: { sl: 'Moderni ples' },
  attempts: 0,
  retryable: false,
  cancellable: true,
  ...fields,
});

function serverOf() {
  const mails = [
    outgoingOf({
      ...{ id: idOf(1), attempts: 3, retryable: true },
      state_reason: 'server_unavailable: 451 4.7.1 prosimo pozneje',
    }),
    outgoingOf({
      ...{
        id: idOf(2),
        state: 'failed',
        retryable: true,
        cancellable: false,
        to_address: 'spela@exmaple.com',
      },
      state_reason: 'mailbox_missing: 550 5.1.1 unknown user',
    }),
  ];
  const acts: string[] = [];
  const change = (id: string, act: string, fields: Partial<OutgoingMail>) => {
    acts.push(act);
    const at = mails.findIndex((mail) => mail.id === id);
    return Object.assign(mails[at] as OutgoingMail, fields);
  };
  const has = (view: string) =>
    mails.filter(({ state }) => (view === 'waiting' ? state === 'queued' : state === view));
  const { answers } = participantServer(participantOf());
  const all: Answers = {
    ...answers,
    mails: {
      list: ({ query }) => listOf(...has(query?.view ?? 'waiting')),
      counts: () => ({ waiting: has('waiting').length, held: 0, failed: has('failed').length }),
      retry: ({ params: { id } }) =>
        change(id, 'retry', {
          state: 'queued',
          state_reason: '',
          attempts: 0,
          retryable: false,
          cancellable: true,
        }),
      cancel: ({ params: { id } }) => {
        if (mails.find((mail) => mail.id === id)?.attempts === 3)
          return new Refusal({ status: 409, code: 'mail_left' });
        return change(id, 'cancel', { state: 'cancelled' });
      },
    },
  };
  return { acts, answers: all };
}

const choose = async (row: RegExp, item: string) => {
  await page.getByRole('button', { name: row }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

it('shows what waits and what did not arrive, and sends it anew', async () => {
  const { acts, answers } = serverOf();
  await renderApp({ path: '/messages?view=waiting', answers });
  await expect.element(page.getByText('poštni strežnik ni dosegljiv, poskus bo ponovljen')).toBeVisible();
  await expect.element(page.getByText('3 poskusi')).toBeVisible();
  await expect.element(page.getByText('451 4.7.1 prosimo pozneje')).toBeVisible();
  await page.getByRole('link', { name: 'Niso prispela 1' }).click();
  await expect.element(page.getByText('ni prispelo: poštni predal ne obstaja')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Niso prispela 1' }))
    .toHaveAttribute('aria-current', 'page');
  expect(page.getByRole('link', { name: 'Čakajo 1' }).element().getAttribute('aria-current')).toBe(null);
  await expect.element(page.getByText('spela@exmaple.com')).toBeVisible();
  await expectAccessible(document);
  await choose(/Špela Žnidaršič/, 'Pošlji zdaj');
  await expect.element(page.getByText('Ni sporočil, za katera bi vedeli, da niso prispela')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Čakajo 2' })).toBeVisible();
  expect(acts).toEqual(['retry']);
});

it('says when a mail can no longer be stopped', async () => {
  const { answers } = serverOf();
  await renderApp({ path: '/messages?view=waiting', answers });
  await choose(/Špela Žnidaršič/, 'Prekliči pošiljanje');
  await expect.element(page.getByText('Sporočilo je že odšlo', { exact: false })).toBeVisible();
});
